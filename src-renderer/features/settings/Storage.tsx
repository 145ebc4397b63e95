import { CLEANABLE, type Cleanable, type StoragePart } from '@domain/storage';
import { byteWords } from '../../app/byte-words';
import { useAppInfo } from '../../app/state/app-info';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { commonSentences, shortPath } from '../../app/words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { showToast } from '../../ui/toast-store';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import { ordered, ownBytes, PART_WORDS } from './storage.logic';

export function Storage() {
  const project = useProject();
  const usage = useQueryEntry('storage.usage', { project: project?.path ?? null });
  const words = usage.error === null ? null : commonSentences(usage.error.failure);
  const parts = usage.data?.parts;
  return (
    <>
      {words !== null && (
        <Notice tone="broken" title={words.happened} details={words.details}>
          {words.safe} {words.next}
        </Notice>
      )}
      {parts === undefined && words === null && <Skeleton lines={6} label="Counting what is kept" />}
      {parts !== undefined && (
        <>
          <p className={styles['file']} role="status">
            {byteWords(ownBytes(parts))} of ours on this computer.
          </p>
          <ul className={styles['group']}>
            {ordered(parts).map((part) => (
              <Part key={part.id} part={part} onCleaned={() => void usage.refetch()} />
            ))}
          </ul>
        </>
      )}
      <div className={styles['group']}>
        <SettingRow name="Trash" hint="Deleted sessions stay there for 30 days and can be taken back.">
          <Button
            size="s"
            disabledReason={project === null ? 'Open a project first' : null}
            onClick={() => openOverlay('session-trash')}
          >
            Open the trash…
          </Button>
        </SettingRow>
      </div>
    </>
  );
}

function Part({ part, onCleaned }: { part: StoragePart; onCleaned: () => void }) {
  const { home_folder } = useAppInfo();
  const clean = useCommand('storage.clean');
  const { name, what } = PART_WORDS[part.id];
  const cleanable = CLEANABLE.find((id) => id === part.id) ?? null;
  const run = async (id: Cleanable) => {
    const done = await clean.run({ what: id });
    if (done.ok) showToast({ title: `${byteWords(done.value.bytes)} freed` });
    else
      showToast({
        title: `${name} could not be cleaned up`,
        text: 'detail' in done.error ? String(done.error.detail) : 'Nothing else was touched.',
        tone: 'broken',
      });
    onCleaned();
  };
  return (
    <li>
      <SettingRow
        name={name}
        hint={
          <>
            {what} <code className={styles['path']}>{shortPath(part.path, home_folder)}</code>
          </>
        }
      >
        <span className={styles['times']}>
          {cleanable !== null && part.files > 0 && (
            <Button
              size="s"
              variant="quiet"
              isLoading={clean.isRunning}
              loadingLabel="Cleaning…"
              aria-label={`Clean up ${name.toLowerCase()}`}
              onClick={() => void run(cleanable)}
            >
              Clean up
            </Button>
          )}
          <output className={styles['size']}>
            {part.is_cut ? 'over ' : ''}
            {byteWords(part.bytes)}
          </output>
        </span>
      </SettingRow>
    </li>
  );
}
