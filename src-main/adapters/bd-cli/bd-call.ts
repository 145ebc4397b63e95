import type { BeadError } from '@domain/bead/errors';
import { compareVersions, INSTALL_BD } from '@domain/bead/tracker-info';
import { assertNever, err, ok, type Result } from '@domain/result';
import { bdEnvironment } from './bd-env';
import { type BdAnswer, readAnswer } from './bd-output';
import type { ProgramOutcome, RunProgram } from './run-program';

export type BdProgram = { readonly kind: 'bd' | 'br'; readonly path: string; readonly version: string };

export type BdCallDeps = {
  readonly program: BdProgram;
  /** The project's folder: bd finds its workspace from where it runs. */
  readonly folder: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly run: RunProgram;
  readonly timeouts?: BdTimeouts;
  /**
   * While true, reading changes nothing at all: bd otherwise brings an older database up to its own schema on the way, and
   * with `--readonly` refuses to read it.
   */
  readonly isStrictReader?: () => boolean;
};
export type BdTimeouts = { readonly readMs: number; readonly writeMs: number };

export const DEFAULT_TIMEOUTS: BdTimeouts = { readMs: 30_000, writeMs: 60_000 };

export type BdCall = {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Only writes have one. */
  readonly actor?: string;
  readonly isWrite?: boolean;
};

export type BdRefusal = Extract<BeadError, { code: 'tracker-refused' }>;

export type BdCaller = {
  /** JSON on stdout. */
  ask(call: BdCall): Promise<Result<unknown, BeadError>>;
  /** Lines on stdout, as `export` prints them. */
  askLines(call: BdCall): Promise<Result<string, BeadError>>;
};

/** 14: bd's own code for a workspace frozen by a migration. 25 and 26: store unavailable and schema skew of its machine mode. */
const EXIT_FROZEN = 14;
const EXIT_STORE_UNAVAILABLE = 25;
const EXIT_SCHEMA_SKEW = 26;
export const EXIT_GUARD_NOT_HELD = 13;

/**
 * bd gives no code for a database somebody else holds, so these words are the one place where its text decides; a wrong guess
 * costs only the name of the state that is shown.
 */
const LOCK_WORDS = [
  'exclusive lock',
  'database is locked',
  'lock timeout',
  'serialization failure',
  'is locked by',
];

export function createBdCaller(deps: BdCallDeps): BdCaller {
  const { program, run, folder } = deps;
  const env = bdEnvironment(deps.env);
  const timeouts = deps.timeouts ?? DEFAULT_TIMEOUTS;

  const isWrite = (call: BdCall) => call.actor !== undefined || call.isWrite === true;
  const strictFlags = (call: BdCall) =>
    !isWrite(call) && program.kind === 'bd' && deps.isStrictReader?.() === true ? ['--readonly'] : [];
  const perform = (call: BdCall, flags: readonly string[]): Promise<ProgramOutcome> =>
    run({
      path: program.path,
      args: [
        ...strictFlags(call),
        ...flags,
        ...(call.actor === undefined ? [] : [`--actor=${call.actor}`]),
        ...call.args,
      ],
      cwd: folder,
      env,
      timeoutMs: isWrite(call) ? timeouts.writeMs : timeouts.readMs,
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
    });

  return {
    async ask(call) {
      const outcome = await perform(call, ['--json']);
      if (outcome.type !== 'exited') return err(failureOf(outcome, call, program));
      const answer = readAnswer(outcome);
      return answer.type === 'value'
        ? ok(answer.value)
        : err(errorOf(answer, outcome.code, nameOf(call), program));
    },
    async askLines(call) {
      const outcome = await perform(call, []);
      if (outcome.type !== 'exited') return err(failureOf(outcome, call, program));
      if (outcome.code === 0) return ok(outcome.stdout);
      const answer = readAnswer(outcome);
      const refused = answer.type === 'refused' ? answer : { words: '', code: null };
      return err(errorOf({ ...refused, type: 'refused' }, outcome.code, nameOf(call), program));
    },
  };
}

/** The subcommand, without the operands: those may be somebody's text. */
export function nameOf(call: BdCall): string {
  const words = call.args.slice(0, 2).filter((word) => /^[a-z][a-z-]*$/.test(word));
  return words.join(' ');
}

function failureOf(
  outcome: Exclude<ProgramOutcome, { type: 'exited' }>,
  call: BdCall,
  program: BdProgram,
): BeadError {
  const command = nameOf(call);
  switch (outcome.type) {
    case 'timed-out':
      return { code: 'tracker-timed-out', command, after_ms: outcome.afterMs };
    case 'too-much-output':
      return {
        code: 'tracker-bad-output',
        command,
        version: program.version,
        words: `more than ${outcome.maxBytes} bytes`,
      };
    case 'not-started':
      if (outcome.cause === 'E2BIG')
        return { code: 'bead-invalid', field: command, why: 'too long for the command line' };
      return { code: 'tracker-missing', program: program.kind, install_command: INSTALL_BD };
    default:
      return assertNever(outcome);
  }
}

function errorOf(
  answer: Exclude<BdAnswer, { type: 'value' }>,
  exitCode: number | null,
  command: string,
  program: BdProgram,
): BeadError {
  if (answer.type === 'unreadable') {
    return { code: 'tracker-bad-output', command, version: program.version, words: answer.words };
  }
  const { words } = answer;
  if (exitCode === EXIT_SCHEMA_SKEW || answer.code === 'schema_skew') {
    return {
      code: 'tracker-too-old',
      program: program.kind,
      version: program.version,
      needed: `newer than ${program.version}`,
      install_command: INSTALL_BD,
    };
  }
  if (exitCode === EXIT_FROZEN || exitCode === EXIT_STORE_UNAVAILABLE || soundsLocked(words))
    return { code: 'tracker-locked', words };
  return { code: 'tracker-refused', command, exit_code: exitCode, words };
}

function soundsLocked(words: string): boolean {
  const said = words.toLowerCase();
  return LOCK_WORDS.some((phrase) => said.includes(phrase));
}

export function isAtLeast(version: string, needed: string): boolean {
  return compareVersions(version, needed) >= 0;
}
