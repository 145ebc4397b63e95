import type { Asker } from './asker';
import { ExitCode, exitCodeOf } from './exit-code';
import type { Paint } from './paint';
import { sentenceFor } from './sentences';
import { type Column, formatTable } from './table';

type Stream = { write(text: string): unknown };

/** What every command works in: whom to ask, where to say it, and how it ends. */
export type CliFrame = {
  readonly asker: Asker;
  /** A line of its own for an agent, let through no door but its own. Whoever opens it closes it. */
  readonly openAgentAsker: () => Asker;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly nowMs: () => number;
  readonly paint: Paint;
  say(line: string): void;
  sayJson(value: unknown): void;
  sayTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void;
  /** To stderr: for people, and never mixed with what a script reads. */
  warn(line: string): void;
  /** One sentence with the way out; the exit code follows from the error's code. */
  fail(error: { readonly code: string; readonly [fact: string]: unknown }): void;
  /** The last one set wins; 0 when none was. */
  exitWith(code: ExitCode): void;
};

export type FrameDeps = Pick<CliFrame, 'asker' | 'openAgentAsker' | 'env' | 'cwd' | 'nowMs' | 'paint'> & {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** A failure is then one line of JSON on stderr, so that a script reads what went wrong by its code. */
  readonly isJson: boolean;
  /** Of the terminal, or null for a pipe. */
  readonly columns: number | null;
};

export function createFrame(deps: FrameDeps): { frame: CliFrame; exitCode: () => ExitCode } {
  const { stdout, stderr, columns: width, paint } = deps;
  let exitCode: ExitCode = ExitCode.ok;
  const frame: CliFrame = {
    asker: deps.asker,
    openAgentAsker: deps.openAgentAsker,
    env: deps.env,
    cwd: deps.cwd,
    nowMs: deps.nowMs,
    paint,
    say: (line) => void stdout.write(`${line}\n`),
    sayJson: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    sayTable: (rows, columns) => void stdout.write(`${formatTable(rows, { columns, paint, width })}\n`),
    warn: (line) => void stderr.write(`${line}\n`),
    fail: (error) => {
      stderr.write(`${deps.isJson ? JSON.stringify({ error }) : sentenceFor(error)}\n`);
      exitCode = exitCodeOf(error);
    },
    exitWith: (code) => {
      exitCode = code;
    },
  };
  return { frame, exitCode: () => exitCode };
}
