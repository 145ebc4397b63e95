import { join } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { ChangedFile } from '@domain/git/changes';
import type { Commit } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { readContextPack } from '@domain/session/context-pack';
import { textOf } from '@domain/session/digest';
import type { SessionError } from '@domain/session/errors';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { resumePrompt } from '@domain/session/resume-prompt';
import {
  changesInWords,
  isUnchanged,
  judgeBead,
  type PauseMark,
  pauseMarkOf,
  withoutTracker,
} from '@domain/session/since-pause';
import { refusal } from '@domain/session/status-machine';
import type { ResumePlan } from '@domain/work/resume-plan';
import type { SessionStore } from '../../ports/session-store';
import { beadOf, checkoutOf, digestWork, readMessages, type WorkWorld } from './work-world';

const MOST_COMMITS = 50;
const MOST_FILES = 200;
const LAST_MESSAGES = 4;
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
    const [bead, tree, context, messages] = await Promise.all([
      beadOf(world, session),
      compareTree(world, session, mark),
      compareContext(world, session, store),
      readMessages(service, session),
    ]);
    return ok(planOf({ session, mark, bead, tree, context, messages }));
  };
}

type Tree = {
  readonly branch: ResumePlan['branch'];
  readonly commits: readonly Commit[];
  readonly files: readonly ChangedFile[];
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
  if (!changes.ok) return null;
  const files = withoutTracker(changes.value.files);
  return {
    branch: { before: branch, now: now.value.branch },
    commits: commits.ok ? commits.value : [],
    files,
    isCut:
      changes.value.is_cut ||
      files.length > MOST_FILES ||
      (commits.ok && commits.value.length > MOST_COMMITS),
  };
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
  readonly tree: Tree | null;
  readonly context: ResumePlan['context'] | null;
  readonly messages: readonly Message[];
};

function planOf({ session, mark, bead, tree, context, messages }: Seen): ResumePlan {
  const now = beadNow(bead);
  const verdict = bead === null ? null : judgeBead(mark?.bead ?? null, session.paused_at, now);
  const facts = {
    verdict,
    branch: tree?.branch ?? null,
    commits: tree?.commits.slice(0, MOST_COMMITS) ?? [],
    files: tree?.files.slice(0, MOST_FILES) ?? [],
    context: context ?? [],
  };
  const { digest, files } = digestWork(session, messages);
  const held = now === null || now === 'unreadable' ? null : { status: now.status, assignee: now.assignee };
  const before = mark?.bead == null ? null : { status: mark.bead.status, assignee: mark.bead.assignee };
  return {
    session_id: session.id,
    paused_at: session.paused_at ?? null,
    pause_reason: session.pause_reason ?? null,
    is_unchanged: isUnchanged(facts),
    bead:
      verdict === null
        ? null
        : {
            id: session.bead_id ?? '',
            title: bead?.ok ? bead.value.title : null,
            verdict,
            before,
            now: held,
          },
    branch: facts.branch,
    commits: facts.commits,
    files: facts.files,
    is_cut: tree?.isCut ?? false,
    context: facts.context,
    unknown: [
      ...(verdict === 'unknown' ? (['bead'] as const) : []),
      ...(tree === null ? (['files'] as const) : []),
      ...(context === null ? (['context'] as const) : []),
    ],
    last_messages: lastMessages(messages),
    prompt: resumePrompt(session, {
      bead: bead?.ok ? { title: bead.value.title, status: bead.value.status } : null,
      lastAnswer: digest.lastAnswer,
      files,
      changes: changesInWords(facts, { before: before?.status ?? null, now: held?.status ?? null }),
    }),
  };
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
