import { useMemo } from 'react';
import { classNames } from '../../ui/class-names';
import { CopyText } from './CopyText';
import { Diff } from './Diff';
import { diffLines, editsOf } from './diff.logic';
import { LongOutput, Output, type OutputProps } from './Output';
import { Picture } from './Picture';
import { visibleText } from './plain-text.logic';
import styles from './Tool.module.css';
import type { ToolItem } from './thread.logic';
import { kindOf } from './tool-words.logic';
import type { WholeItem } from './use-raw-call';
import { isPreview } from './withheld.logic';

const MOST_PICTURES = 5;

export function ToolBody({ item, missing }: WholeItem) {
  const kind = kindOf(item.tool);
  const isChange = kind === 'edit' || kind === 'write';
  const lines = useMemo(
    () => (isChange ? diffLines(editsOf(item.tool, item.input)) : []),
    [isChange, item.tool, item.input],
  );
  const { call } = item;
  const output = call?.output ?? '';
  // The answer to a change that worked only repeats it.
  const pictures = call?.withheld === undefined ? (call?.images ?? 0) : 0;
  const isOutputShown =
    output !== '' &&
    output.replaceAll(/\[image\]\n?/g, '') !== '' &&
    !(isChange && call?.success === true && lines.length > 0);
  const isLong = call?.truncated === true || isPreview(output);
  const printed: OutputProps = {
    text: output,
    from: kind === 'run' ? 'end' : 'start',
    isTruncated: call?.truncated,
    totalBytes: call?.output_bytes,
  };
  return (
    <>
      {lines.length > 0 && (
        <div className={styles['part']}>
          <Diff lines={lines} />
        </div>
      )}
      {lines.length === 0 && missing === null && <Input item={item} />}
      {(missing === 'gone' || missing === 'too-large') && (
        <div className={classNames(styles['part'], styles['foot'])}>{MISSING[missing]}</div>
      )}
      {isOutputShown && (isLong ? <LongOutput {...printed} callId={item.id} /> : <Output {...printed} />)}
      {pictures > 0 && (
        <div className={styles['part']}>
          {Array.from({ length: Math.min(pictures, MOST_PICTURES) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a picture is known by
            <Picture key={index} messageId={item.id} index={index} />
          ))}
        </div>
      )}
      {call === null && !item.isRunning && (
        <div className={classNames(styles['part'], styles['foot'])}>
          The turn ended before its result was written down.
        </div>
      )}
    </>
  );
}

const MISSING = {
  gone: 'The text is not kept here, and it is in neither Claude’s transcript nor our archive any more.',
  'too-large': 'The text is not kept here, and it is larger than 5 MB: Claude’s transcript has it.',
};

/** The whole command, which the line above cuts; for other tools all that was passed. */
function Input({ item }: { item: ToolItem }) {
  const { input } = item;
  const command =
    kindOf(item.tool) === 'run' && typeof input['command'] === 'string' ? input['command'] : null;
  if (command === null && Object.keys(input).length === 0) return null;
  const text = visibleText(command ?? JSON.stringify(input, null, 2));
  const isOneLine = !text.includes('\n') && text.length < 60;
  if (command !== null && isOneLine) return null;
  return (
    <div className={styles['part']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre className={styles['pre']} tabIndex={0}>
        {text}
      </pre>
      <div className={styles['foot']}>
        <CopyText text={command ?? text} />
      </div>
    </div>
  );
}
