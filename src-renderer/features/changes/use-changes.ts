import type { ChangedFile } from '@domain/git/changes';
import type { Session } from '@domain/session/record';
import type { ChangesSince, SessionChanges } from '@domain/work/session-changes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { gitSentences } from '../../app/git-words';
import { useProject } from '../../app/state/project';
import { isCommonError, type Sentences } from '../../app/words';
import { replace, useClient, useQueryEntry, useStream } from '../../bridge/react';
import { type SessionFailure, sessionSentences } from '../sessions';
import { type FileDiff, openAtFirst } from './changes.logic';

const PAGE = 300;
const WINDOW = 400;

type Failure = Parameters<typeof gitSentences>[0] | SessionFailure;

/** Git's refusals and a session's are told apart by who knows the code. */
export function changesSentences(error: Failure): Sentences {
  if (isCommonError(error)) return sessionSentences(error);
  if (error.code === 'not-a-repository')
    return { ...gitSentences(error), next: 'Changes are found with git: run git init there to see them.' };
  return isGitError(error) ? gitSentences(error) : sessionSentences(error);
}

const GIT_CODES: ReadonlySet<string> = new Set([
  'git-missing',
  'git-too-old',
  'folder-missing',
  'not-a-repository',
  'folder-not-owned',
  'no-commit-yet',
  'path-outside',
  'commit-unknown',
  'repository-locked',
  'disk-full',
  'timed-out',
  'git-failed',
  'worktree-unknown',
  'would-lose',
  'operation-under-way',
]);
function isGitError(error: Failure): error is Parameters<typeof gitSentences>[0] {
  return GIT_CODES.has(error.code);
}

export type ChangesState = {
  readonly status: 'loading' | 'failed' | 'read';
  readonly failure: Sentences | null;
  readonly changes: SessionChanges | null;
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
  readonly showMore: () => void;
};

/** Asked again whenever the checkout may look different. */
export function useChanges(id: Session['id'], since: ChangesSince): ChangesState {
  const project = useProject()?.path;
  const [pages, setPages] = useState(1);
  const limit = Math.min(1_000, pages * PAGE);
  const { data, error, isFetching, refetch } = useQueryEntry(
    'changes.list',
    { project, id, since, limit },
    { keepPrevious: true },
  );
  const { value: moved } = useStream('changes.watch', { project, id }, replace);
  const count = moved?.count ?? 0;
  const seen = useRef(count);
  useEffect(() => {
    if (seen.current === count) return;
    seen.current = count;
    void refetch();
  }, [count, refetch]);
  const isFor = data?.session_id === id;
  return {
    status: error !== null ? 'failed' : data === undefined || !isFor ? 'loading' : 'read',
    failure: error === null ? null : changesSentences(error.failure),
    changes: isFor ? data : null,
    isRefreshing: isFetching,
    refresh: () => void refetch(),
    showMore: () => setPages((now) => now + 1),
  };
}

export type Diffs = {
  readonly open: ReadonlySet<string>;
  readonly diffs: ReadonlyMap<string, FileDiff>;
  readonly toggle: (path: string) => void;
  readonly readOn: (path: string) => void;
};

/** The diffs of open files; each is read again when the list came anew. */
export function useDiffs(id: Session['id'], since: ChangesSince, changes: SessionChanges | null): Diffs {
  const client = useClient();
  const project = useProject()?.path;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [diffs, setDiffs] = useState<ReadonlyMap<string, FileDiff>>(new Map());
  const files = useRef<readonly ChangedFile[]>([]);
  files.current = changes?.files ?? [];
  const latest = useRef(diffs);
  latest.current = diffs;
  const round = useRef(0);

  const read = useCallback(
    async (path: string, from: number, atLeast: number) => {
      const file = files.current.find((each) => each.path === path);
      if (file === undefined) return;
      const mine = round.current;
      const asked = { project, id, since, path, old_path: file.old_path, from };
      const answer = await client.ask('changes.file', { ...asked, limit: Math.min(1_000, atLeast) });
      if (round.current !== mine) return;
      setDiffs((known) => {
        const before = known.get(path);
        const kept = from > 0 && before?.status === 'read' ? before.rows.slice(0, from) : [];
        const next: FileDiff = answer.ok
          ? { ...answer.value, status: 'read', rows: [...kept, ...answer.value.rows] }
          : { status: 'failed', words: changesSentences(answer.error).happened };
        return new Map(known).set(path, next);
      });
    },
    [client, project, id, since],
  );

  // Another session or another beginning is another list; the same one, told anew, keeps what is open and opens what is new.
  const subject = `${id} ${since}`;
  const shown = useRef('');
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (changes === null || changes.since !== since) return;
    round.current += 1;
    const isSame = shown.current === subject;
    shown.current = subject;
    if (!isSame) known.current = new Set();
    const fresh = openAtFirst(changes.files).filter((path) => !known.current.has(path));
    for (const { path } of changes.files) known.current.add(path);
    setOpen((now) => new Set([...(isSame ? now : []), ...fresh]));
    if (!isSame) setDiffs(new Map());
    else
      for (const [path, diff] of latest.current)
        void read(path, 0, Math.max(WINDOW, diff.status === 'read' ? diff.rows.length : 0));
    for (const path of fresh) void read(path, 0, WINDOW);
  }, [changes, since, subject, read]);

  return {
    open,
    diffs,
    toggle(path) {
      const isOpen = open.has(path);
      setOpen((now) => new Set(isOpen ? [...now].filter((each) => each !== path) : [...now, path]));
      if (!isOpen) void read(path, 0, WINDOW);
    },
    readOn(path) {
      const diff = diffs.get(path);
      if (diff?.status === 'read') void read(path, diff.rows.length, WINDOW);
    },
  };
}
