import type { HistorySession } from '@domain/history/record';
import { Archive } from 'lucide-react';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { showToast } from '../../ui/toast-store';
import { historySentences } from './history-errors';
import { keepingWords } from './keeping.logic';
import styles from './TranscriptPane.module.css';

type KeepingLineProps = {
  readonly session: HistorySession;
  readonly nowMs: number;
  readonly onRestored: () => void;
};

/** When Claude deletes its file, and what we have of it. */
export function KeepingLine({ session, nowMs, onRestored }: KeepingLineProps) {
  const { run, isRunning } = useCommand('history.restore');
  const words = keepingWords(session.keeping, nowMs);
  if (words === null) return null;
  const restore = async () => {
    const done = await run({ id: session.id });
    if (done.ok) {
      showToast({ title: 'Put back for Claude to resume', text: done.value.path, tone: 'good' });
      onRestored();
      return;
    }
    const { happened, safe, next } = historySentences(done.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
  };
  return (
    <div className={styles['keeping']}>
      <Icon of={Archive} size="s" />
      <span>{words.text}</span>
      {words.canRestore && (
        <Button size="s" isLoading={isRunning} loadingLabel="Restoring…" onClick={() => void restore()}>
          Restore
        </Button>
      )}
    </div>
  );
}
