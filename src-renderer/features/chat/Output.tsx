import type { RawCall } from '@domain/session/raw-call';
import { useMemo, useState } from 'react';
import { Spinner } from '../../ui/Spinner';
import { CopyText } from './CopyText';
import { bytesWords, excerptOf, plainOutput } from './plain-text.logic';
import styles from './Tool.module.css';
import { useRawCall } from './use-raw-call';

export type OutputProps = {
  readonly text: string;
  readonly from: 'start' | 'end';
  readonly isTruncated?: boolean | undefined;
  readonly totalBytes?: number | undefined;
};

/** What came out: a few lines, all of it on demand, and the truth about what is missing. */
export function Output(props: OutputProps) {
  const [isAll, setAll] = useState(false);
  return <Printed {...props} isAll={isAll} onAll={setAll} />;
}

/** Of which the record has a part: all of it is in Claude's own file. */
export function LongOutput({ callId, ...props }: OutputProps & { readonly callId: string }) {
  const [isAll, setAll] = useState(false);
  const raw = useRawCall(callId, isAll);
  const rest = !isAll ? 'unread' : raw === undefined ? 'reading' : (raw?.output ?? 'gone');
  return <Printed {...props} isAll={isAll} onAll={setAll} rest={rest} />;
}

type PrintedProps = OutputProps & {
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
  readonly rest?: 'unread' | 'reading' | 'gone' | NonNullable<RawCall['output']>;
};

function Printed({ text, from, isTruncated = false, totalBytes, isAll, onAll, rest }: PrintedProps) {
  const whole = typeof rest === 'object' ? rest : null;
  const plain = useMemo(() => plainOutput(whole?.text ?? text), [whole, text]);
  const excerpt = useMemo(() => excerptOf(plain, from), [plain, from]);
  const isOpen = isAll && rest !== 'reading';
  const isEnd = rest === undefined || whole?.is_cut === false;
  return (
    <div className={styles['part']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre className={styles['pre']} tabIndex={0}>
        {isOpen ? plain : excerpt.text}
      </pre>
      <div className={styles['foot']}>
        {(excerpt.shown < excerpt.total || rest !== undefined) && (
          <>
            <span>
              {isOpen
                ? `${isEnd ? 'All ' : ''}${excerpt.total} lines`
                : `${from === 'end' ? 'Last' : 'First'} ${excerpt.shown} of ${excerpt.total} lines`}
            </span>
            <button type="button" className={styles['link']} onClick={() => onAll(!isAll)}>
              {isAll ? 'Show less' : 'Show all'}
            </button>
            {rest === 'reading' && <Spinner />}
          </>
        )}
        {isTruncated && whole === null && (
          <span>
            first {bytesWords(text.length)}
            {totalBytes === undefined ? '' : ` of ${bytesWords(totalBytes)}`} are kept
          </span>
        )}
        {whole?.is_cut === true && (
          <span>
            first {bytesWords(whole.text.length)} of {bytesWords(whole.bytes)}
          </span>
        )}
        {rest === 'gone' && <span>The rest is in neither Claude’s transcript nor our archive.</span>}
        <CopyText text={plain} />
      </div>
    </div>
  );
}
