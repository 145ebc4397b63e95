import { CommanderError } from 'commander';
import { type AskerDeps, createAsker } from './asker';
import { checkProject, ProjectRefused } from './check-project';
import { ExitCode } from './exit-code';
import { type CliFrame, createFrame } from './frame';
import { createPaint } from './paint';
import { createProgram, type Doings, type Family } from './program';

type Stream = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };

export type CliRun = AskerDeps & {
  /** What was typed, without the program itself. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly doings: (frame: CliFrame) => Doings;
  readonly families: readonly Family[];
};

/** One command from the words to the exit code. Whatever was opened for it is closed. */
export async function runCli(run: CliRun): Promise<ExitCode> {
  const { args, env, stdout, stderr } = run;
  const asker = createAsker(run);
  const isTty = stdout.isTTY === true;
  const isJson = asksForJson(args);
  const { frame, exitCode } = createFrame({
    asker,
    openAgentAsker: () => createAsker({ ...run, door: 'mcp' }),
    env,
    cwd: run.cwd,
    nowMs: () => Date.now(),
    paint: createPaint(isTty, env),
    stdout,
    stderr,
    isJson,
    columns: isTty ? (stdout.columns ?? null) : null,
  });
  const program = await createProgram({
    version: run.version,
    frame,
    doings: run.doings(frame),
    families: run.families,
    word: args.find((arg) => !arg.startsWith('-')) ?? null,
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      // For a script it is said below, as everything else is.
      writeErr: (text) => void (isJson || stderr.write(text)),
    });
  }
  program.hook('preAction', (_program, command) => checkProject(command, run.cwd));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode();
  } catch (error) {
    // Help and version end that way too, with 0; everything else it complains about is how the command was typed.
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.ok;
    if (error instanceof CommanderError && !isJson) return ExitCode.usage;
    const refused =
      error instanceof CommanderError
        ? mistyped(error)
        : error instanceof ProjectRefused
          ? error.refusal
          : refusedByDisk(error);
    if (refused === null) throw error;
    frame.fail(refused);
    return exitCode();
  } finally {
    await asker.close();
  }
}

/** Before anything is parsed, because what cannot be parsed has to be told in the same way. */
function asksForJson(args: readonly string[]): boolean {
  const operands = args.indexOf('--');
  return args.slice(0, operands < 0 ? args.length : operands).includes('--json');
}

function mistyped({ code, message }: CommanderError) {
  if (code === 'commander.help') return { code: 'usage', message: 'A command is missing. See --help.' };
  return { code: 'usage', message: message.replace(/^error: /, '') };
}

/** What the system itself refused while the services were composed: the person's folder, not a bug of ours. */
function refusedByDisk(error: unknown) {
  if (!(error instanceof Error) || !('path' in error) || !('syscall' in error)) return null;
  return { code: 'data-folder-unusable', path: error.path, detail: error.message };
}
