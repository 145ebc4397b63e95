import {
  Bot,
  ChevronDown,
  ChevronRight,
  FilePlus,
  FileText,
  Globe,
  ListChecks,
  Pencil,
  Plug,
  Search,
  SquareTerminal,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { classNames } from '../../ui/class-names';
import { Icon, type IconType } from '../../ui/Icon';
import { Spinner } from '../../ui/Spinner';
import { CopyText } from './CopyText';
import { Diff } from './Diff';
import { diffLines, editsOf } from './diff.logic';
import { useFold } from './folds';
import { Output } from './Output';
import { Picture } from './Picture';
import { visibleText } from './plain-text.logic';
import styles from './Tool.module.css';
import type { ToolItem } from './thread.logic';
import { kindOf, resultOf, type ToolKind, targetOf, toolName, verbOf } from './tool-words.logic';

export const TOOL_ICONS: Record<ToolKind, IconType> = {
  read: FileText,
  search: Search,
  edit: Pencil,
  write: FilePlus,
  run: SquareTerminal,
  web: Globe,
  agent: Bot,
  plan: ListChecks,
  plug: Plug,
};

const MOST_PICTURES = 5;

export type ToolRowProps = { readonly item: ToolItem; readonly cwd: string };

/** One line; opened, or failed, a card. */
export function ToolRow({ item, cwd }: ToolRowProps) {
  const isFailed = item.call?.success === false;
  const [isOpen, toggle] = useFold(`tool ${item.id}`, isFailed);
  const kind = kindOf(item.tool);
  const line = (
    <button
      type="button"
      className={classNames(styles['line'], isOpen && styles['header'])}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Icon of={TOOL_ICONS[kind]} size="s" />
      <span className={styles['verb']}>{isOpen ? visibleText(toolName(item.tool)) : verbOf(item)}</span>
      <span className={classNames(styles['target'], 'cut')}>{visibleText(targetOf(item, cwd))}</span>
      <span className={styles['result']}>
        <ToolResult item={item} />
        {isOpen && <Icon of={ChevronDown} size="s" />}
      </span>
    </button>
  );
  if (!isOpen) return line;
  return (
    <section className={styles['card']} aria-label={`${toolName(item.tool)} ${targetOf(item, cwd)}`}>
      {line}
      <ToolBody item={item} />
    </section>
  );
}

export function ToolResult({ item }: { item: ToolItem }) {
  if (item.isRunning) return <Running />;
  const result = resultOf(item);
  if (result.type === 'words') return result.words;
  if (result.type === 'failed')
    return (
      <>
        <span className={styles['bad']}>{result.words}</span> {result.time}
      </>
    );
  return (
    <>
      {(result.added > 0 || result.removed === 0) && <span className={styles['plus']}>+{result.added}</span>}
      {result.removed > 0 && <span className={styles['minus']}>−{result.removed}</span>}
    </>
  );
}

/** Since this window saw it begin. */
function Running() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {seconds > 0 && durationWords(seconds * 1000)} <Spinner />
    </>
  );
}

function ToolBody({ item }: { item: ToolItem }) {
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
  return (
    <>
      {lines.length > 0 && (
        <div className={styles['part']}>
          <Diff lines={lines} />
        </div>
      )}
      {lines.length === 0 && call?.withheld === undefined && <Input item={item} />}
      {call?.withheld !== undefined && (
        <div className={classNames(styles['part'], styles['foot'])}>
          {withheldWords(call.withheld, isChange)} The privacy settings of this project say so.
        </div>
      )}
      {isOutputShown && (
        <Output
          text={output}
          from={kind === 'run' ? 'end' : 'start'}
          isTruncated={call?.truncated}
          totalBytes={call?.output_bytes}
        />
      )}
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

function withheldWords(tier: 'metadata' | 'none', isChange: boolean): string {
  if (tier === 'none') return 'Nothing of it is kept.';
  return isChange ? 'The changed text is not kept here.' : 'Only its size and time are kept.';
}

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

/** Several reads in a row are one line until they are looked at. */
export function ReadLine({ items, cwd }: { items: readonly ToolItem[]; cwd: string }) {
  const first = items[0];
  const [isOpen, toggle] = useFold(`reads ${first?.id ?? ''}`);
  const isRunning = items.some((item) => item.isRunning);
  return (
    <>
      <button type="button" className={styles['line']} aria-expanded={isOpen} onClick={toggle}>
        <Icon of={isOpen ? ChevronRight : FileText} size="s" />
        <span className={styles['verb']}>{isRunning ? 'Reading' : 'Read'}</span>
        <span>{items.length} files</span>
        <span className={styles['result']}>{isRunning && <Spinner />}</span>
      </button>
      {isOpen && items.map((item) => <ToolRow key={item.id} item={item} cwd={cwd} />)}
    </>
  );
}
