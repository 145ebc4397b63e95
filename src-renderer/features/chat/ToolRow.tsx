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
import { useEffect, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { classNames } from '../../ui/class-names';
import { Icon, type IconType } from '../../ui/Icon';
import { Spinner } from '../../ui/Spinner';
import { useFold } from './folds';
import { visibleText } from './plain-text.logic';
import styles from './Tool.module.css';
import { ToolBody } from './ToolBody';
import type { ToolItem } from './thread.logic';
import { kindOf, resultOf, type ToolKind, targetOf, toolName, verbOf } from './tool-words.logic';
import { useWholeItem } from './use-raw-call';

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

export type ToolRowProps = { readonly item: ToolItem; readonly cwd: string };

/** One line; opened, or failed, a card. */
export function ToolRow({ item: recorded, cwd }: ToolRowProps) {
  const isFailed = recorded.call?.success === false;
  const [isUnfolded, toggle] = useFold(`tool ${recorded.id}`, isFailed);
  const { item, missing } = useWholeItem(recorded, isUnfolded);
  // It opens when there is something in it, so that what stands below moves once.
  const isOpen = isUnfolded && missing !== 'reading';
  const kind = kindOf(item.tool);
  const line = (
    <button
      type="button"
      className={classNames(styles['line'], isOpen && styles['header'])}
      aria-expanded={isUnfolded}
      aria-busy={missing === 'reading' || undefined}
      onClick={toggle}
    >
      <Icon of={TOOL_ICONS[kind]} size="s" />
      <span className={styles['verb']}>{isOpen ? visibleText(toolName(item.tool)) : verbOf(item)}</span>
      <span className={classNames(styles['target'], 'cut')}>{visibleText(targetOf(item, cwd))}</span>
      <span className={styles['result']}>
        <ToolResult item={item} />
        {missing === 'reading' && <Spinner />}
        {isOpen && <Icon of={ChevronDown} size="s" />}
      </span>
    </button>
  );
  if (!isOpen) return line;
  return (
    <section className={styles['card']} aria-label={`${toolName(item.tool)} ${targetOf(item, cwd)}`}>
      {line}
      <ToolBody item={item} missing={missing} />
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
