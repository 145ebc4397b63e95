import { fileWrittenBy } from '@domain/session/work-mark';

/** What a session may leave in its folder, as its transcript tells it. */
export type Work = 'commits' | 'files';
export type Commit = { readonly sha: string; readonly subject: string };

/** `[main 1a2b3c4] Subject`, `[main (root-commit) 1a2b3c4] Subject`, `[detached HEAD 1a2b3c4] Subject` */
const COMMITTED = /^\[[^\]\n]{1,300} ([0-9a-f]{7,40})\] (.{0,300})/gm;

/** What this call leaves if it succeeds; of a commit git's answer has the last word. */
export function workOf(tool: string, input: Readonly<Record<string, unknown>>): Work | null {
  if (fileWrittenBy({ tool, input, success: true }) !== null) return 'files';
  const command = input['command'];
  const isCommit = tool === 'Bash' && typeof command === 'string' && /\bgit\b[^\n]*\bcommit\b/.test(command);
  return isCommit ? 'commits' : null;
}

/** The commits that git tells of. */
export function commitsIn(answer: string): Commit[] {
  return [...answer.matchAll(COMMITTED)].map(([, sha = '', subject = '']) => ({
    sha,
    subject: subject.trim(),
  }));
}
