import { useMemo, useState } from 'react';
import { CopyText } from './CopyText';
import { bytesWords, excerptOf, plainOutput } from './plain-text.logic';
import styles from './Tool.module.css';

export type OutputProps = {
  readonly text: string;
  readonly from: 'start' | 'end';
  readonly isTruncated?: boolean | undefined;
  readonly totalBytes?: number | undefined;
};

/** What came out: a few lines, all of it on demand, and the truth about what is missing. */
export function Output({ text, from, isTruncated = false, totalBytes }: OutputProps) {
  const [isAll, setAll] = useState(false);
  const plain = useMemo(() => plainOutput(text), [text]);
  const excerpt = useMemo(() => excerptOf(plain, from), [plain, from]);
  const isCut = excerpt.shown < excerpt.total;
  return (
    <div className={styles['part']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre className={styles['pre']} tabIndex={0}>
        {isAll ? plain : excerpt.text}
      </pre>
      <div className={styles['foot']}>
        {isCut && (
          <>
            <span>
              {isAll
                ? `All ${excerpt.total} lines`
                : `${from === 'end' ? 'Last' : 'First'} ${excerpt.shown} of ${excerpt.total} lines`}
            </span>
            <button type="button" className={styles['link']} onClick={() => setAll(!isAll)}>
              {isAll ? 'Show less' : 'Show all'}
            </button>
          </>
        )}
        {isTruncated && (
          <span>
            first {bytesWords(text.length)}
            {totalBytes === undefined ? '' : ` of ${bytesWords(totalBytes)}`} are kept
          </span>
        )}
        <CopyText text={plain} />
      </div>
    </div>
  );
}
