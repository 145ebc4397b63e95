import { CommanderError } from 'commander';
import { type AskerDeps, createAsker } from './asker';
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
  const { frame, exitCode } = createFrame({
    asker,
    env,
    cwd: run.cwd,
    nowMs: () => Date.now(),
    paint: createPaint(isTty, env),
    stdout,
    stderr,
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
      writeErr: (text) => void stderr.write(text),
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode();
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const refused = refusedByDisk(error);
      if (refused === null) throw error;
      frame.fail(refused);
      return exitCode();
    }
    // Help and version end that way too, with 0; everything else it complains about is how the command was typed.
    return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  } finally {
    await asker.close();
  }
}

/** What the system itself refused while the services were composed: the person's folder, not a bug of ours. */
function refusedByDisk(error: unknown) {
  if (!(error instanceof Error) || !('path' in error) || !('syscall' in error)) return null;
  return { code: 'data-folder-unusable', path: error.path, detail: error.message };
}
