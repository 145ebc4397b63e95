import type { Digest } from './digest';
import { durationText } from './export-markdown';
import type { Session } from './record';

export type LogFacts = {
  readonly digest: Digest;
  readonly files: readonly string[];
  readonly commits: readonly { readonly sha: string; readonly subject: string | null }[];
  /** Those of its chain that handed on to it, oldest first. */
  readonly earlier?: readonly Session[];
  /** The day and minute of the end, as it is written. */
  readonly at: string;
};

const LONGEST_ANSWER = 1200;
const MOST = 30;

/** The line that names the session: a log that is in the notes already is recognised by it. */
export const logHeading = (session: Pick<Session, 'id'>): string => `Session ${session.id.slice(0, 8)}`;

/** What goes into the bead's notes when the work ends, to be read and changed by a person first. */
export function executionLog(session: Session, facts: LogFacts): string {
  const { digest, files, commits, earlier = [], at } = facts;
  const title = session.title === undefined ? '' : ` · ${session.title}`;
  const done = digest.todos.filter(({ isDone }) => isDone).map(({ text }) => text);
  const tests = digest.tests.map(({ command, success }) => `${success ? 'passed' : 'failed'}: ${command}`);
  return [
    `### ${logHeading(session)}${title} · ${at.slice(0, 16).replace('T', ' ')}`,
    digest.lastAnswer === null && done.length === 0
      ? null
      : ['**Done**', list(done), digest.lastAnswer === null ? null : cut(digest.lastAnswer)]
          .filter(Boolean)
          .join('\n\n'),
    section('Files', files),
    section(
      'Commits',
      commits.map(({ sha, subject }) => `${sha.slice(0, 8)}${subject === null ? '' : ` ${subject}`}`),
    ),
    section('Tests run', tests),
    section(
      'Earlier in the chain',
      earlier.map((each) => `${logHeading(each)} · ${used(each)}${commitWords(each)}`),
    ),
    `**Used** ${used(session)}`,
  ]
    .filter((part) => part !== null)
    .join('\n\n');
}

function used({ total_duration_ms, total_tokens, stats }: Session): string {
  const cost = stats?.cost_micro_usd;
  return [
    durationText(total_duration_ms ?? 0),
    total_tokens === undefined ? null : `${total_tokens.toLocaleString('en')} tokens`,
    cost === undefined ? 'cost unknown' : `$${(cost / 1_000_000).toFixed(cost < 10_000 ? 4 : 2)}`,
  ]
    .filter((word) => word !== null)
    .join(' · ');
}

const commitWords = ({ commits }: Session) =>
  commits.length === 0 ? '' : ` · ${commits.map((sha) => sha.slice(0, 8)).join(', ')}`;

const section = (name: string, items: readonly string[]) =>
  items.length === 0 ? null : `**${name}**\n\n${list(items)}`;

function list(items: readonly string[]): string {
  const more = items.length > MOST ? [`- and ${items.length - MOST} more`] : [];
  return [...items.slice(0, MOST).map((item) => `- ${item}`), ...more].join('\n');
}

const cut = (text: string) => (text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)} …` : text);

/** Appended, never in the place of what is there; once. */
export function appendLog(notes: string | undefined, log: string): string {
  const before = (notes ?? '').trimEnd();
  const text = log.trim();
  if (text === '' || before.includes(text)) return notes ?? '';
  return before === '' ? text : `${before}\n\n${text}`;
}
