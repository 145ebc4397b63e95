import type { Reply } from '../http/route';

/** A failure as RFC 9457 puts it. The contract's own error stands in `error`, unchanged, and `code` says which it is. */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly error: { readonly code: string };
};

const FIXED: Readonly<Record<string, number>> = {
  'internal-error': 500,
  'not-ready': 503,
  'door-closed': 403,
  'transcript-too-large': 413,
  'length-required': 411,
};
const RULES: readonly (readonly [RegExp, number])[] = [
  [/^(invalid-.+|.+-(invalid|malformed|ambiguous|relative|not-a-folder))$/, 400],
  [/-untrusted$/, 403],
  [/^unknown-entry$|-(not-found|unknown)$/, 404],
  [/-unavailable$|^locked$/, 503],
  [/^(bad-transition|cycle|claim-lost|blocked-close|turn-running|no-process|session-open-elsewhere)$/, 409],
  [/-(conflict|exists|busy|taken|gone|in-the-way)$|-already-/, 409],
];

/** Codes are named so that their kind shows; what is neither is an honest no: understood, and not to be done. */
export function statusOf(code: string): number {
  return FIXED[code] ?? RULES.find(([shape]) => shape.test(code))?.[1] ?? 422;
}

export function problemOf(error: { readonly code: string }, status = statusOf(error.code)): Problem {
  const { code } = error;
  return { type: `urn:beads-console:${code}`, title: code.replaceAll('-', ' '), status, code, error };
}

export function problemReply(error: { readonly code: string }, status?: number): Reply {
  const problem = problemOf(error, status);
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...(problem.status === 401 && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify(problem),
  };
}

/** For what the server itself refuses at an address of ours. */
export const tellProblem = (status: number, code: string): Reply => problemReply({ code }, status);
