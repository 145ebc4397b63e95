/** What a script can tell apart. */
export const ExitCode = { ok: 0, failure: 1, usage: 2, notFound: 3, conflict: 4 } as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const USAGE = /^(usage|invalid-.+|.+-(invalid|ambiguous|relative|not-a-folder))$/;
const NOT_FOUND = /^(unknown-entry|.+-not-found|.+-unknown)$/;
const CONFLICT = /^(bad-transition|.+-(conflict|exists|busy|taken|in-the-way|already-.+))$/;

/** Codes are named so that their kind shows: `project-not-found`, `port-taken`, `capture-conflict`. */
export function exitCodeOf(error: { readonly code: string }): ExitCode {
  if (USAGE.test(error.code)) return ExitCode.usage;
  if (NOT_FOUND.test(error.code)) return ExitCode.notFound;
  return CONFLICT.test(error.code) ? ExitCode.conflict : ExitCode.failure;
}
