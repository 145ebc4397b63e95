import type { SessionId } from '@domain/ids';
import { byteWords } from '../../app/byte-words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { Skeleton } from '../../ui/Skeleton';
import { historySentences } from './history-errors';
import styles from './ReadingDialog.module.css';

/** What stands in a transcript and was not understood, as it stands there. */
export function OddLinesDialog({ argument, close }: { argument: string; close: () => void }) {
  const { data, error } = useQueryEntry('history.oddLines', { id: argument as SessionId });
  const words = error === null ? null : historySentences(error.failure);
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Lines that were not understood"
      description="They are kept and counted, and nothing else is missing. A line may be cut by a crash, or be of a kind that only a newer Claude knows."
      footer={<Button onClick={close}>Done</Button>}
    >
      {words !== null && <FailureNotice words={words} />}
      {data === undefined && words === null && <Skeleton lines={3} />}
      {data?.lines.map(({ path, line, bytes, text, kind }) => (
        <section key={`${path} ${line}`} className={styles['odd']} aria-label={`Line ${line}`}>
          <div className={styles['oddHead']}>
            <span>
              Line {line}, {bytes === null ? 'too long to be read' : byteWords(bytes)}
              {kind !== null && `, ${kind === '' ? 'without a kind' : `of an unknown kind: ${kind}`}`}
            </span>
            {text !== '' && <CopyButton text={text} />}
          </div>
          <code className="cut" title={path}>
            {path}
          </code>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
          {text !== '' && <pre tabIndex={0}>{text}</pre>}
        </section>
      ))}
    </Dialog>
  );
}
