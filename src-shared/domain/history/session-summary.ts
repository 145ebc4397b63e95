import { titleLine } from '@domain/export/session-sheet';
import { SessionId } from '@domain/ids';
import { within } from '@domain/session/checkout';
import { splitContext } from '@domain/session/context-pack';
import { textOf } from '@domain/session/digest';
import { isFailure } from '@domain/session/failure-message';
import type { Message, ToolCall } from '@domain/session/message';
import { Outcome, Status } from '@domain/session/values';
import { fileWrittenBy } from '@domain/session/work-mark';
import { z } from 'zod';
import { GeneratedSummary } from './generated-summary';
import type { HistorySession } from './record';
import { commitsIn, workOf } from './work-left';

/** How what was said ends: with an answer, before one came, or in a way that nobody wished for. */
export const SummaryEnd = z.enum(['empty', 'unanswered', 'answered', 'interrupted', 'failed', 'unknown']);
export type SummaryEnd = z.infer<typeof SummaryEnd>;

const Count = z.int().nonnegative();

/**
 * What a session was, without a model and without reading it whole: fields of its record and its transcript, never guessed
 * from prose. The same session always gives the same summary.
 */
export const SessionSummary = z.object({
  session_id: SessionId,
  title: z.string(),
  status: Status,
  outcome: Outcome.nullable(),
  /** `unknown`: nobody has its transcript any more. */
  end: SummaryEnd,
  /** What was asked first, and what Claude said last. */
  asked: z.string().nullable(),
  answered: z.string().nullable(),
  /** What somebody wrote about it. */
  note: z.string().nullable(),
  /** What a model wrote about it, when it was asked to; what stands here otherwise is made without one. */
  generated: GeneratedSummary.nullable(),
  /** From its folder on where they lie in it; the first of them, and how many there are. */
  files: z.array(z.string()),
  file_count: Count,
  commits: z.array(z.object({ sha: z.string(), subject: z.string().nullable() })),
  commit_count: Count,
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** What its transcript tells. */
export type SaidFacts = Pick<SessionSummary, 'end' | 'asked' | 'answered' | 'commits'> & {
  readonly written: readonly string[];
};
/** What our own record tells. */
export type NotedFacts = {
  readonly files: readonly string[];
  readonly commits: readonly string[];
  readonly note: string | null;
  readonly generated: GeneratedSummary | null;
};

const MOST_ASKED = 500;
const MOST_ANSWERED = 1_500;
const MOST_FILES = 200;
const MOST_COMMITS = 100;
const MOST_PATH = 1_000;
/** Tools whose calls a summary tells of: only messages that use them have to be read whole. */
export const toolsOfSummary: ReadonlySet<string> = new Set([
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'Bash',
]);

/** Of the messages in their order; those that only talk between the first prompt and the last answer may be missing. */
export function saidFactsOf(own: readonly Message[], ofAgents: readonly Message[] = []): SaidFacts {
  const calls = [...own, ...ofAgents].flatMap(({ tool_calls }) => tool_calls ?? []);
  const first = own.find(isPrompt);
  const answer = own.findLast((message) => isAnswer(message));
  return {
    end: endOf(own),
    asked: first === undefined ? null : cut(splitContext(textOf(first)).prompt, MOST_ASKED),
    answered: answer === undefined ? null : cut(textOf(answer), MOST_ANSWERED),
    written: [...new Set(calls.flatMap((call) => fileWrittenBy(call) ?? []))],
    commits: calls.flatMap(commitsOf),
  };
}

export const isPrompt = (message: Message) =>
  message.role === 'user' && message.notice === undefined && textOf(message) !== '';
export const isAnswer = (message: Message) =>
  message.role === 'assistant' && !isFailure(message) && textOf(message) !== '';

function endOf(own: readonly Message[]): SummaryEnd {
  const last = own.findLast(
    (message) => isPrompt(message) || message.role === 'assistant' || message.notice === 'interrupted',
  );
  if (last === undefined) return 'empty';
  if (last.notice === 'interrupted') return 'interrupted';
  if (isFailure(last)) return 'failed';
  return last.role === 'assistant' ? 'answered' : 'unanswered';
}

function commitsOf({ tool, input, output, success }: ToolCall): SessionSummary['commits'] {
  return success && output !== undefined && workOf(tool, input) === 'commits' ? commitsIn(output) : [];
}

/** `said` is null when nobody has its transcript: then what the catalog kept of it stays. */
export function summaryOf(
  session: Pick<HistorySession, 'id' | 'title' | 'initial_prompt' | 'status' | 'outcome' | 'cwd' | 'stats'>,
  said: SaidFacts | null,
  noted: NotedFacts,
): SessionSummary {
  const asked =
    said?.asked ?? (session.initial_prompt === null ? null : cut(session.initial_prompt, MOST_ASKED));
  const paths = [...noted.files, ...(said?.written ?? [])];
  const files = [...new Set(paths.map((path) => (session.cwd === null ? path : within(session.cwd, path))))];
  const commits = mergedCommits(noted.commits, said?.commits ?? []);
  return {
    session_id: session.id,
    title: titleLine({ ...session, initial_prompt: asked }),
    status: session.status,
    outcome: session.outcome,
    end: said?.end ?? (session.stats.total_messages === 0 ? 'empty' : 'unknown'),
    asked,
    answered: said?.answered ?? null,
    // Our record holds it too; it is told once.
    note: noted.note === noted.generated?.text ? null : noted.note,
    generated: noted.generated,
    files: files.slice(0, MOST_FILES).map((path) => cut(path, MOST_PATH)),
    file_count: files.length,
    commits: commits.slice(0, MOST_COMMITS),
    commit_count: commits.length,
  };
}

/** Our record says which commits are its own; the transcript knows their subjects, and those of sessions without a record. */
function mergedCommits(noted: readonly string[], said: SessionSummary['commits']): SessionSummary['commits'] {
  const subjects = new Map(said.map(({ sha, subject }) => [sha.slice(0, 7), subject]));
  const known = noted.map((sha) => ({ sha, subject: subjects.get(sha.slice(0, 7)) ?? null }));
  // With a record its commits are followed through amends and rebases: what the transcript saw may be gone again.
  if (known.length > 0) return known;
  return [...new Map(said.map((commit) => [commit.sha.slice(0, 7), commit])).values()];
}

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).trimEnd()} …` : text;

const ENDS: Readonly<Record<SummaryEnd, string>> = {
  empty: 'Nothing was said.',
  unanswered: 'The last prompt has no answer.',
  answered: 'Claude answered.',
  interrupted: 'It was interrupted.',
  failed: 'It ended with an error.',
  unknown: 'Its transcript is gone.',
};

/** How it went, for pages and lines. */
export function endLine({ status, outcome, end, file_count, commit_count }: SessionSummary): string {
  if (end === 'empty') return 'Empty session.';
  const state = outcome === null ? status : `${status} (${outcome})`;
  const did = [
    ...(file_count > 0 ? [file_count === 1 ? '1 file written' : `${file_count} files written`] : []),
    ...(commit_count > 0 ? [commit_count === 1 ? '1 commit' : `${commit_count} commits`] : []),
  ];
  return `${state[0]?.toUpperCase()}${state.slice(1)}. ${ENDS[end]}${did.length === 0 ? '' : ` ${did.join(', ')}.`}`;
}
