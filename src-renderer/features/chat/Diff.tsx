import { classNames } from '../../ui/class-names';
import type { DiffLine } from './diff.logic';
import { visibleText } from './plain-text.logic';
import styles from './Tool.module.css';

const SIGNS = { same: ' ', add: '+', delete: '−', gap: '' } as const;

type DiffProps = { readonly lines: readonly DiffLine[]; readonly isWrapped?: boolean };

/** `isWrapped`: every letter is seen without scrolling, as for what is to be allowed. */
export function Diff({ lines, isWrapped = false }: DiffProps) {
  const isNumbered = lines.some(({ line }) => line !== null);
  return (
    <section
      className={classNames(styles['diff'], isNumbered && styles['numbered'], isWrapped && styles['wrapped'])}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      aria-label="Changed lines"
    >
      {lines.map((line, index) => {
        const key = `${index} ${line.type}`;
        if (line.type === 'gap') return <hr key={key} className={styles['gap']} />;
        return (
          <div key={key} className={styles[line.type]}>
            {isNumbered && <span className={styles['number']}>{line.line}</span>}
            <span className={styles['sign']}>{SIGNS[line.type]}</span>
            <span>
              {line.spans.map((span, place) =>
                span.isMarked ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
                  <mark key={place}>{visibleText(span.text)}</mark>
                ) : (
                  visibleText(span.text)
                ),
              )}
            </span>
          </div>
        );
      })}
    </section>
  );
}
