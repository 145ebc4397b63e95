import type { FolderPath } from '@domain/ids';
import { isSafe, type WorktreeEntry } from '@domain/work/worktree-entry';
import { useState } from 'react';
import { gitSentences, lossWords } from '../../app/git-words';
import { useProject } from '../../app/state/project';
import { agoWords } from '../../app/time-words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { FailureNotice } from '../../ui/FailureNotice';
import { Skeleton } from '../../ui/Skeleton';
import { showToast } from '../../ui/toast-store';
import { openSession } from '../sessions';
import { countWords } from './changes.logic';
import { changesSentences } from './use-changes';
import styles from './Worktrees.module.css';
import { chosenOf, ownerWords, sizeWords, sumWords } from './worktrees.logic';

/** The checkouts of the project beside its own: whose they are, what they take, which of them can go. */
export function WorktreesDialog({ close }: { argument: string; close: () => void }) {
  const project = useProject()?.path;
  const { data, error, refetch, isFetching } = useQueryEntry(
    'worktrees.list',
    { project: project ?? ('' as FolderPath), measure: true },
    { isEnabled: project !== undefined },
  );
  const { run, isRunning } = useCommand('worktrees.remove');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const entries = data?.worktrees.filter(({ is_main }) => !is_main);
  const chosen = chosenOf(entries ?? [], left);
  const failure = error === null ? null : changesSentences(error.failure);
  const toggle = (path: string) =>
    setLeft((now) => new Set(now.has(path) ? [...now].filter((each) => each !== path) : [...now, path]));
  const remove = async () => {
    if (project === undefined || chosen.length === 0) return;
    const answer = await run({ project, paths: chosen.map(({ path }) => path as FolderPath) });
    await refetch();
    if (!answer.ok) {
      const { happened, safe, next } = changesSentences(answer.error);
      showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
      return;
    }
    const kept = answer.value.outcomes.filter(({ is_removed }) => !is_removed);
    const gone = answer.value.outcomes.length - kept.length;
    const [first] = kept;
    showToast({
      title: `${countWords(gone, 'worktree')} removed. The branches are still there.`,
      ...(first?.error == null ? {} : { text: gitSentences(first.error).happened, tone: 'waiting' as const }),
    });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="l"
      title="Worktrees"
      description="Checkouts of this project beside its own. One is removed only when nothing would be lost with it; its branch stays."
      footerNote={entries !== undefined && entries.length > 0 ? sumWords(entries, chosen) : null}
      footer={
        <>
          <Button onClick={close}>Done</Button>
          <Button
            variant="primary"
            isLoading={isRunning}
            loadingLabel="Removing…"
            disabledReason={chosen.length === 0 ? 'None that is safe to remove is chosen.' : null}
            onClick={() => void remove()}
          >
            {chosen.length === 0 ? 'Remove' : `Remove ${countWords(chosen.length, 'worktree')}`}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureNotice words={failure} tone="quiet" />}
      {entries === undefined && failure === null && isFetching && <Skeleton />}
      {entries?.length === 0 && (
        <EmptyState title="There are no worktrees">
          Start Work can make one, so that several sessions work side by side.
        </EmptyState>
      )}
      <ul className={styles['list']}>
        {entries?.map((entry) => (
          <Row
            key={entry.path}
            entry={entry}
            isChosen={chosen.includes(entry)}
            onToggle={() => toggle(entry.path)}
            onOpen={(id) => {
              close();
              openSession({ id });
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Row(props: {
  entry: WorktreeEntry;
  isChosen: boolean;
  onToggle: () => void;
  onOpen: (id: NonNullable<WorktreeEntry['owner']>['session_id']) => void;
}) {
  const { entry, isChosen, onToggle, onOpen } = props;
  const { path, branch, owner, reasons, size_bytes, touched_at } = entry;
  const name = branch ?? 'no branch (detached)';
  const safe = isSafe(entry);
  return (
    <li className={styles['row']}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!safe}
          aria-label={`Remove ${name}`}
          aria-description={safe ? 'Nothing would be lost.' : `It stays: ${lossWords(reasons)}.`}
          onChange={onToggle}
        />
      </label>
      <div className={styles['body']}>
        <div className={styles['first']}>
          <span className={styles['branch']}>{name}</span>
          <span className={styles['facts']}>
            {sizeWords(size_bytes)}
            {touched_at !== null && ` · ${agoWords(touched_at, Date.now())}`}
          </span>
        </div>
        <div className={styles['path']} title={path}>
          {path}
        </div>
        <div className={safe ? styles['safe'] : styles['stays']}>
          {safe ? 'Safe to remove' : `Stays: ${lossWords(reasons)}`}
        </div>
        {owner !== null && (
          <button type="button" className={styles['owner']} onClick={() => onOpen(owner.session_id)}>
            {ownerWords(owner)}
          </button>
        )}
      </div>
    </li>
  );
}
