import { join } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { ChangedFile } from '@domain/git/changes';
import type { Commit, Repository } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import { readContextPack } from '@domain/session/context-pack';
import { textOf } from '@domain/session/digest';
import type { SessionError } from '@domain/session/errors';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { resumePrompt } from '@domain/session/resume-prompt';
import {
  type BeadChange,
  type BeadVerdict,
  beadChanges,
  changesInWords,
  isUnchanged,
  judgeBead,
  type PauseMark,
  pauseMarkOf,
  withoutTracker,
} from '@domain/session/since-pause';
import { refusal } from '@domain/session/status-machine';
import type { ResumePlan } from '@domain/work/resume-plan';
import type { Git } from '../../ports/git';
import type { SessionStore } from '../../ports/session-store';
import { beadOf, digestWork, readMessages, trackerOf, type WorkWorld } from './work-world';

const MOST_COMMITS = 50;
const MOST_FILES = 200;
const MOST_BASE_COMMITS = 1000;
const LAST_MESSAGES = 4;
const MOST_COMMENTS = 20;
const LONGEST_MESSAGE = 2_000;

type Answer = Promise<Result<ResumePlan, SessionError>>;

/** Looks and changes nothing. What cannot be looked at is named in `unknown` and stops nobody. */
export function createResumePlan(world: WorkWorld) {
  return async (folder: string | undefined, ref: string): Answer => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const service = opened.value;
    const located = await service.locate(folder, ref);
    if (!located.ok) return located;
    const found = service.book.find(located.value as SessionId);
    if (found === null) return err({ code: 'session-not-found', session_id: ref });
    const { session, store } = found;
    if (session.status !== 'paused' || session.owner !== 'console') return err(refusal(session, 'resume'));
    const mark = pauseMarkOf(session.metadata);
    const [bead, tree, context, messages, check] = await Promise.all([
      beadOf(world, session),
      compareTree(world, session, mark),
      compareContext(world, session, store),
      readMessages(service, session),
      service.checkResume(session.id),
    ]);
    const verdict = bead === null ? null : judgeBead(mark?.bead ?? null, session.paused_at, beadNow(bead));
    const writer = verdict === null || verdict === 'same' ? null : await writerOf(world, session);
    const obstacle = check.ok ? null : check.error;
    return ok(planOf({ session, mark, bead, verdict, writer, tree, context, messages, obstacle }));
  };
}

/** Who wrote the bead last, where the tracker keeps that. */
async function writerOf(world: WorkWorld, session: Session): Promise<string | null> {
  const tracker = await trackerOf(world, session);
  if (tracker === null || session.bead_id === undefined) return null;
  const told = await tracker.history(session.bead_id);
  const entries = told.ok ? (told.value ?? []) : [];
  return entries.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.actor ?? null;
}

type Tree = {
  readonly branch: ResumePlan['branch'];
  readonly commits: readonly Commit[];
  readonly files: readonly ChangedFile[];
  readonly base: ResumePlan['base'];
  readonly isCut: boolean;
};

/** Null: there is nothing to compare with, or git could not be asked. */
async function compareTree(world: WorkWorld, session: Session, mark: PauseMark | null): Promise<Tree | null> {
  if (mark?.git == null) return null;
  const { head, branch, tree } = mark.git;
  const folder = checkoutOf(session);
  const git = await world.git();
  const now = await git.look(folder);
  if (!now.ok) return null;
  const [commits, changes] = await Promise.all([
    now.value.head === null || now.value.head === head
      ? ok([])
      : git.commitsBetween(folder, { from: head, to: now.value.head, limit: MOST_COMMITS + 1 }),
    git.changesBetween(folder, { head, branch, tree }, null),
  ]);
  const base = await compareBase(git, folder, mark.git.base ?? null, now.value);
  if (!changes.ok) return null;
  const files = withoutTracker(changes.value.files);
  return {
    branch: { before: branch, now: now.value.branch },
    commits: commits.ok ? commits.value : [],
    files,
    base,
    isCut:
      changes.value.is_cut ||
      files.length > MOST_FILES ||
      (commits.ok && commits.value.length > MOST_COMMITS),
  };
}

/** The branch the work began from went on meanwhile. */
async function compareBase(
  git: Git,
  folder: string,
  before: { readonly name: string; readonly head: string } | null,
  { branches }: Repository,
): Promise<ResumePlan['base']> {
  const now = branches.find(({ name }) => name === before?.name);
  if (before === null || now === undefined || now.head === before.head) return null;
  const commits = await git.commitsBetween(folder, {
    from: before.head,
    to: now.head,
    limit: MOST_BASE_COMMITS,
  });
  const last = commits.ok ? commits.value[0] : undefined;
  return !commits.ok || last === undefined
    ? null
    : { name: before.name, commits: commits.value.length, last };
}

async function compareContext(
  world: WorkWorld,
  session: Session,
  store: SessionStore,
): Promise<ResumePlan['context'] | null> {
  const kept = await store.readContext(session.id);
  if (!kept.ok) return null;
  const pack = readContextPack(kept.value);
  if (pack === null) return kept.value === null ? [] : null;
  const changed = await Promise.all(
    pack.files.map(async ({ path, sha256 }) => {
      const now = await world.hashFile(join(checkoutOf(session), path));
      return now === sha256
        ? []
        : [{ path, change: now === null ? ('gone' as const) : ('changed' as const) }];
    }),
  );
  return changed.flat();
}

type Seen = {
  readonly session: Session;
  readonly mark: PauseMark | null;
  readonly bead: Result<Bead, BeadError> | null;
  readonly verdict: BeadVerdict | null;
  readonly writer: string | null;
  readonly obstacle: SessionError | null;
  readonly tree: Tree | null;
  readonly context: ResumePlan['context'] | null;
  readonly messages: readonly Message[];
};

function planOf(seen: Seen): ResumePlan {
  const { session, mark, bead, verdict, writer, obstacle, tree, context, messages } = seen;
  const record = bead?.ok ? bead.value : null;
  const changed = changesOf(mark?.bead ?? null, record, verdict);
  const comments = newComments(record, session.paused_at);
  const facts = {
    verdict,
    branch: tree?.branch ?? null,
    commits: tree?.commits.slice(0, MOST_COMMITS) ?? [],
    files: tree?.files.slice(0, MOST_FILES) ?? [],
    context: context ?? [],
    base: tree?.base ?? null,
    comments,
  };
  const { digest, files } = digestWork(session, messages);
  const outside = new Set(tree?.files.map(({ path }) => path));
  return {
    session_id: session.id,
    paused_at: session.paused_at ?? null,
    pause_reason: session.pause_reason ?? null,
    obstacle,
    is_unchanged: isUnchanged(facts),
    bead:
      verdict === null
        ? null
        : {
            id: session.bead_id ?? '',
            title: record?.title ?? null,
            verdict,
            before: mark?.bead == null ? null : { status: mark.bead.status, assignee: mark.bead.assignee },
            now: record === null ? null : { status: record.status, assignee: record.assignee ?? null },
            changed,
            updated_at: record?.updated_at ?? null,
            updated_by: writer,
            comments,
          },
    branch: facts.branch,
    commits: facts.commits,
    files: facts.files,
    touched: { count: files.length, changed: files.filter((path) => outside.has(path)) },
    base: facts.base,
    is_cut: tree?.isCut ?? false,
    context: facts.context,
    unknown: [
      ...(verdict === 'unknown' ? (['bead'] as const) : []),
      ...(tree === null ? (['files'] as const) : []),
      ...(context === null ? (['context'] as const) : []),
    ],
    last_messages: lastMessages(messages),
    prompt: resumePrompt(session, {
      bead: record === null ? null : { title: record.title, status: record.status },
      lastAnswer: digest.lastAnswer,
      files,
      changes: changesInWords(facts, changed),
    }),
  };
}

/** Of a bead without a mark only that it is elsewhere now is known. */
function changesOf(mark: PauseMark['bead'], record: Bead | null, verdict: BeadVerdict | null): BeadChange[] {
  if (mark === null && verdict === 'moved' && record !== null)
    return [{ field: 'status', before: null, now: record.status }];
  return beadChanges(mark, record);
}

function newComments(record: Bead | null, pausedAt: string | undefined) {
  const since = Date.parse(pausedAt ?? '');
  return (record?.comments ?? [])
    .filter(({ created_at }) => Date.parse(created_at) > since)
    .slice(-MOST_COMMENTS)
    .map(({ author, text, created_at }) => ({
      author,
      text: text.slice(0, LONGEST_MESSAGE),
      at: created_at,
    }));
}

function beadNow(bead: Seen['bead']) {
  if (bead === null || (!bead.ok && bead.error.code === 'bead-not-found')) return null;
  if (!bead.ok) return 'unreadable';
  const { status, assignee, updated_at } = bead.value;
  return { status, assignee: assignee ?? null, updated_at };
}

function lastMessages(messages: readonly Message[]): ResumePlan['last_messages'] {
  const latest = [...new Map(messages.map((message) => [message.id, message])).values()];
  return latest
    .flatMap((message) => {
      const { role, agent_id, is_pruned, notice, timestamp: at } = message;
      const text = textOf(message);
      const isSaid = agent_id === undefined && is_pruned !== true && notice === undefined && text !== '';
      return isSaid && role !== 'system' ? [{ role, text: text.slice(0, LONGEST_MESSAGE), at }] : [];
    })
    .slice(-LAST_MESSAGES);
}
