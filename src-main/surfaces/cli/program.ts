import { Command, InvalidArgumentError } from 'commander';
import type { CliFrame } from './frame';

/** What the entry hands in: each loads what it needs only when it is called. */
export type Doings = {
  serve(options: ServeArguments): Promise<void>;
  doctor(options: { json: boolean }): Promise<void>;
  open(project: string | null, isDemo: boolean): Promise<void>;
};
export type ServeArguments = {
  readonly project: string | null;
  readonly port: number;
  readonly open: boolean;
  readonly json: boolean;
  readonly demo: boolean;
};

type ServeOptions = Pick<ServeArguments, 'open'> & {
  readonly project?: string;
  readonly port?: number;
  readonly json?: boolean;
  readonly demo?: boolean;
};

/** A family of commands with a file of its own, loaded when its name is the word that was typed. */
export type Family = {
  readonly name: string;
  readonly description: string;
  register(program: Command, frame: CliFrame): Promise<void>;
};

export type ProgramDeps = {
  readonly version: string;
  readonly frame: CliFrame;
  readonly doings: Doings;
  readonly families: readonly Family[];
  /** The first word that is not an option, or null. */
  readonly word: string | null;
};

export async function createProgram(deps: ProgramDeps): Promise<Command> {
  const { version, frame, doings, families, word } = deps;
  const program = new Command('beads-console')
    .description('A board of beads, live Claude sessions beside it, and a history that is never lost.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .argument('[project]', 'folder of the project to show: in the running app, or in a new one')
    .option('--demo', DEMO)
    .addHelpText('after', HELP_TAIL)
    .action((project: string | undefined, { demo = false }: { demo?: boolean }) =>
      doings.open(project ?? null, demo),
    );

  program
    .command('serve')
    .description('serve the app on this machine and open it in the browser')
    .argument('[project]', 'folder of the project to open')
    .option('--project <dir>', 'the same, as every command takes it')
    .option('--port <number>', 'port on 127.0.0.1 (default: any free one)', parsePort)
    .option('--no-open', 'do not open the browser')
    .option('--json', 'print one line of JSON when ready')
    .option('--demo', DEMO)
    .action((project: string | undefined, options: ServeOptions) =>
      doings.serve({
        port: options.port ?? 0,
        json: options.json ?? false,
        // Also when it stands before the word `serve`: the program above knows it too.
        demo: options.demo ?? program.opts()['demo'] === true,
        open: options.open,
        project: project ?? options.project ?? null,
      }),
    );

  program
    .command('doctor')
    .description('check what the app needs, and say how to mend it')
    .option('--json', 'print the report as JSON')
    .option('--project <dir>', 'taken as everywhere; the report is about this machine')
    .action(({ json = false }: { json?: boolean }) => doings.doctor({ json }));

  for (const family of families) {
    if (family.name === word) await family.register(program, frame);
    else program.command(family.name).description(family.description).allowUnknownOption();
  }
  return program;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 means any free one.');
  }
  return port;
}

const DEMO = 'show a made-up project with a scripted model; gone when it ends';

const HELP_TAIL = `
Exit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 conflict.
Environment: BEADS_CONSOLE_HOME (data folder), BEADS_CONSOLE_CLAUDE, BEADS_CONSOLE_BD, CLAUDE_CONFIG_DIR, NO_COLOR.`;
