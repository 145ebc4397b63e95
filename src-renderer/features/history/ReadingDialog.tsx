import { isCutShort } from '@domain/history/cut-short';
import type { ArchiveStatus, BackfillResult, IngestStatus, LastLook } from '@domain/history/record';
import { useState } from 'react';
import { byteWords } from '../../app/byte-words';
import { openOverlay } from '../../app/state/window';
import { durationWords } from '../../app/time-words';
import { countWords } from '../../app/usage-words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { Skeleton } from '../../ui/Skeleton';
import { COPY_TROUBLES, historySentences } from './history-errors';
import { count } from './history-words.logic';
import styles from './ReadingDialog.module.css';
import { progressOf } from './reading.logic';
import { useIngest } from './use-ingest';

/** Reading everything that is not in the history yet: what there is, how far it has come, what could not be read. */
export function ReadingDialog({ close }: { argument: string; close: () => void }) {
  const { status, isReading } = useIngest();
  const backfill = useCommand('history.backfill');
  const abort = useCommand('history.abortBackfill');
  const [preview, setPreview] = useState<BackfillResult | null>(null);
  const [failure, setFailure] = useState<{ readonly code: string } | null>(null);
  const words = failure === null ? null : historySentences(failure);
  const read = async (isPreview: boolean) => {
    setFailure(null);
    const done = await backfill.run({ dry_run: isPreview });
    if (!done.ok) setFailure(done.error);
    else setPreview(isPreview ? done.value : null);
  };
  const stop = async () => {
    const done = await abort.run({});
    if (!done.ok) setFailure(done.error);
  };
  const isGoingOn = isReading || (backfill.isRunning && preview === null);
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Read the history"
      description="Every transcript of Claude on this computer. It goes on in the background when this is closed, and after a stop from where it was."
      failure={words && <FailureNotice words={words} />}
      footer={
        <>
          <Button variant="quiet" onClick={() => openOverlay('history-folders')}>
            Folders…
          </Button>
          <Button
            isLoading={backfill.isRunning && !isReading}
            loadingLabel="Looking…"
            disabledReason={isReading ? 'It is being read already' : null}
            onClick={() => void read(true)}
          >
            Look only
          </Button>
          {isGoingOn ? (
            <Button
              variant="primary"
              isLoading={abort.isRunning}
              loadingLabel="Stopping…"
              onClick={() => void stop()}
            >
              Stop reading
            </Button>
          ) : (
            <Button variant="primary" onClick={() => void read(false)}>
              Read what is new
            </Button>
          )}
        </>
      }
    >
      {status === null ? <Skeleton lines={4} /> : <Progress status={status} />}
      {preview !== null && (
        <p className={styles['line']} role="status">
          {count(preview.discovered, 'session')} found, {preview.discovered - preview.skipped} to read (
          {byteWords(preview.bytes)}), {preview.skipped} known already.
        </p>
      )}
      {status !== null && status.failed.length > 0 && <Failed failed={status.failed} />}
      <Copies />
    </Dialog>
  );
}

function Progress({ status }: { status: IngestStatus }) {
  const { state, sessions_done, sessions_total, rate_bytes_per_s, left_ms, last } = status;
  const isReading = state === 'reading';
  return (
    <>
      <progress
        className={styles['bar']}
        max={100}
        aria-label="Read so far"
        {...(state === 'looking' ? {} : { value: progressOf(status) })}
      />
      <p className={styles['line']} role="status">
        {state === 'looking' && 'Looking for transcripts…'}
        {isReading &&
          `${sessions_done.toLocaleString('en')} of ${sessions_total.toLocaleString('en')} sessions`}
        {isReading && ` · ${byteWords(status.bytes_done)} of ${byteWords(status.bytes_total)}`}
        {isReading && rate_bytes_per_s > 0 && ` · ${byteWords(rate_bytes_per_s)} a second`}
        {isReading && left_ms !== null && ` · ${durationWords(left_ms)} left`}
        {state === 'idle' && idleWords(last, sessions_total)}
        {state === 'off' && 'Reading is switched off in the settings.'}
      </p>
    </>
  );
}

function idleWords(last: LastLook | null, total: number): string {
  if (last === null) return `${count(total, 'session')} are in the history.`;
  const odd =
    last.lines_not_understood > 0 ? `, ${count(last.lines_not_understood, 'line')} not understood` : '';
  if (isCutShort(last))
    return `Stopped: ${last.ingested.toLocaleString('en')} of ${count(last.discovered - last.skipped, 'session')} read${odd}.`;
  return `${count(last.discovered, 'session')} found, ${last.ingested} read last time${odd}.`;
}

function Failed({ failed }: { failed: IngestStatus['failed'] }) {
  return (
    <section className={styles['failed']} aria-label="Files that could not be read">
      <h3>{count(failed.length, 'file')} could not be read</h3>
      <ul>
        {failed.map(({ path, error }) => (
          <li key={path}>
            <code>{path}</code>
            <span>{error}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What we keep ourselves, for when Claude has deleted its files. */
function Copies() {
  const { data } = useQueryEntry('history.archive', {});
  if (data === undefined) return null;
  return (
    <>
      <p className={styles['quiet']}>
        {data.mode === 'off'
          ? 'Copies of transcripts are switched off: what Claude deletes is gone.'
          : `Copies of ${countWords(data.sessions)} sessions are kept (${byteWords(data.stored_bytes)} for ${byteWords(data.bytes)}); Claude deletes its own after ${data.claude_keeps_days} days.`}
        {data.due > 0 && ` ${count(data.due, 'copy', 'copies')} still to be made.`}
        {data.failed > 0 &&
          ` ${countWords(data.failed)} of them could not be made; every ten minutes that is tried again.${data.unreadable.length === 0 ? ' Is there room on the disk?' : ''}`}
      </p>
      {data.unreadable.length > 0 && <Unreadable unreadable={data.unreadable} />}
    </>
  );
}

function Unreadable({ unreadable }: Pick<ArchiveStatus, 'unreadable'>) {
  return (
    <section className={styles['failed']} aria-label="Copies that cannot be read">
      <h3>
        {count(unreadable.length, 'copy', 'copies')} cannot be read{' '}
        {unreadable.length === 1 ? 'and is left as it is' : 'and are left as they are'}
      </h3>
      <ul>
        {unreadable.map(({ path, why }) => (
          <li key={path}>
            <code>{path}</code>
            <span>{COPY_TROUBLES[why]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
