import { assertNever } from '@domain/result';
import { estimateTokens, splitContext } from '@domain/session/context-pack';
import {
  Bell,
  Bot,
  Brain,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Hourglass,
  ImageIcon,
  Info,
  OctagonPause,
  Package,
  RotateCw,
} from 'lucide-react';
import { memo, type ReactNode, useContext } from 'react';
import { exactMoment, momentWords } from '../../app/time-words';
import { countWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import { Icon, type IconType } from '../../ui/Icon';
import { By, Event, type EventTone } from './Event';
import eventStyles from './Event.module.css';
import { useFold } from './folds';
import { detailWords } from './notice-words.logic';
import { Output } from './Output';
import { Picture } from './Picture';
import { Prose } from './Prose';
import proseStyles from './RowView.module.css';
import { NowOfThread } from './session-of-thread';
import styles from './Tool.module.css';
import { ReadLine, ToolResult, ToolRow } from './ToolRow';
import type { Row, ToolItem } from './thread.logic';
import { count, kindOf, targetOf } from './tool-words.logic';

export type RowViewProps = {
  readonly row: Row;
  readonly cwd: string;
  readonly isInner?: boolean;
  /** Who asked, when it was not the person. */
  readonly asker?: string | undefined;
  /** At the end of the line with the name. */
  readonly aside?: ReactNode;
};

export const RowView = memo(function RowView({ row, cwd, isInner = false, asker, aside }: RowViewProps) {
  switch (row.type) {
    case 'you':
      return (
        <Event tone="you">
          <By name={asker ?? 'You'}>
            <Moment at={row.at} />
            {row.isAbsorbed === true && ' taken into the turn that was running'}
            {aside}
          </By>
          <YouSaid row={row} />
        </Event>
      );
    case 'say':
      return (
        <Event tone="say">
          {!isInner && (
            <By name="Claude">
              <Moment at={row.at} />
              {aside}
            </By>
          )}
          <Prose text={row.text} isSmall={isInner} />
        </Event>
      );
    case 'thinking':
      return <Thinking row={row} />;
    case 'tools':
      return <Tools items={row.items} cwd={cwd} />;
    case 'agent':
      return <Agent row={row} cwd={cwd} />;
    case 'notice':
      return <NoticeRow row={row} />;
    default:
      return assertNever(row);
  }
});

/** What went along with the first prompt is one line, until somebody wants to read it. */
function YouSaid({ row }: { row: Extract<Row, { type: 'you' }> }) {
  const [isOpen, toggle] = useFold(`context ${row.key}`);
  const { prompt, context } = splitContext(row.text);
  return (
    <>
      {(prompt !== '' || context === null) && (
        <div className={proseStyles['you']} dir="auto">
          {prompt}
        </div>
      )}
      {context !== null && (
        <button type="button" className={styles['line']} aria-expanded={isOpen} onClick={toggle}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
          <Icon of={Package} size="s" />
          <span className={styles['verb']}>Context pack</span>
          <span className={classNames(styles['words'], 'cut')}>
            about {countWords(estimateTokens(context.length))} tokens
          </span>
        </button>
      )}
      {context !== null && isOpen && <Output text={context} from="start" />}
    </>
  );
}

function Moment({ at }: { at: string | null }) {
  const now = useContext(NowOfThread);
  if (at === null) return null;
  return (
    <time dateTime={at} title={exactMoment(at)}>
      {momentWords(at, now ?? Date.now())}
    </time>
  );
}

function Thinking({ row }: { row: Extract<Row, { type: 'thinking' }> }) {
  const [isOpen, toggle] = useFold(row.key);
  const text = row.text.trim();
  return (
    <Event tone="quiet">
      <button
        type="button"
        className={styles['line']}
        aria-expanded={isOpen}
        onClick={toggle}
        aria-disabled={text === '' || undefined}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
        <Icon of={Brain} size="s" />
        <span className={styles['verb']}>Thought</span>
        <span className={classNames(styles['words'], 'cut')}>
          {text === '' ? 'Claude kept it to itself' : isOpen ? '' : text.slice(0, 200)}
        </span>
      </button>
      {isOpen && text !== '' && (
        <div className={styles['thought']} dir="auto">
          {text}
        </div>
      )}
    </Event>
  );
}

function toneOf(items: readonly ToolItem[]): EventTone {
  if (items.some(({ isRunning }) => isRunning)) return 'running';
  if (items.some(({ call }) => call?.success === false)) return 'failed';
  return items.some(({ call }) => call === null) ? 'quiet' : 'done';
}

function Tools({ items, cwd }: { items: readonly ToolItem[]; cwd: string }) {
  const reads = items.filter(({ tool }) => kindOf(tool) === 'read');
  const others = items.filter(({ tool }) => kindOf(tool) !== 'read');
  return (
    <Event tone={toneOf(items)}>
      <div className={styles['stack']}>
        {reads.length > 1 ? (
          <ReadLine items={reads} cwd={cwd} />
        ) : (
          reads.map((item) => <ToolRow key={item.id} item={item} cwd={cwd} />)
        )}
        {others.map((item) => (
          <ToolRow key={item.id} item={item} cwd={cwd} />
        ))}
      </div>
    </Event>
  );
}

/** A sub-agent has a thread of its own; when it is done what it found is enough. */
function Agent({ row, cwd }: { row: Extract<Row, { type: 'agent' }>; cwd: string }) {
  const { item, rows } = row;
  const [isOpen, toggle] = useFold(row.key, item.isRunning || item.call?.success === false);
  const kind = item.input['subagent_type'];
  const tools = rows.reduce((sum, each) => sum + (each.type === 'tools' ? each.items.length : 0), 0);
  return (
    <Event tone={toneOf([item])}>
      <section className={styles['agent']} aria-label="Sub-agent">
        <button type="button" className={styles['line']} aria-expanded={isOpen} onClick={toggle}>
          <Icon of={Bot} size="s" />
          <span className={styles['verb']}>{typeof kind === 'string' ? kind : 'Sub-agent'}</span>
          <span className={classNames(styles['words'], 'cut')}>{targetOf(item, cwd)}</span>
          <span className={styles['result']}>
            {tools > 0 && count(tools, 'tool')}
            <ToolResult item={item} />
          </span>
        </button>
        {isOpen && (
          <div className={styles['inner']}>
            {rows.map((each) => (
              <RowView key={each.key} row={each} cwd={cwd} isInner />
            ))}
            {item.call?.output !== undefined && (
              <Event tone={item.call.success ? 'say' : 'failed'}>
                <Prose text={item.call.output} isSmall />
              </Event>
            )}
          </div>
        )}
      </section>
    </Event>
  );
}

const NOTICES: Record<
  Extract<Row, { type: 'notice' }>['notice'],
  { readonly icon: IconType; readonly words: string; readonly tone: EventTone }
> = {
  interrupted: { icon: OctagonPause, words: 'The turn was stopped', tone: 'quiet' },
  'api-error': { icon: CircleAlert, words: 'The model did not answer', tone: 'failed' },
  'api-retry': { icon: RotateCw, words: 'Asked again', tone: 'quiet' },
  'usage-limit': { icon: Hourglass, words: 'The usage limit is reached', tone: 'failed' },
  refused: { icon: CircleAlert, words: 'The model refused', tone: 'failed' },
  compacted: { icon: Package, words: 'The context was made shorter', tone: 'quiet' },
  task: { icon: Bell, words: 'A background task ended', tone: 'quiet' },
  'hook-error': { icon: CircleAlert, words: 'A hook failed', tone: 'quiet' },
  info: { icon: Info, words: 'Note', tone: 'quiet' },
  command: { icon: Info, words: 'Command', tone: 'quiet' },
  system: { icon: Info, words: 'Note', tone: 'quiet' },
  image: { icon: ImageIcon, words: 'Picture', tone: 'quiet' },
  result: { icon: Info, words: 'A result without its call', tone: 'quiet' },
};

function NoticeRow({ row }: { row: Extract<Row, { type: 'notice' }> }) {
  const { icon, words, tone } = NOTICES[row.notice];
  const [isOpen, toggle] = useFold(row.key, row.notice === 'api-error' || row.notice === 'usage-limit');
  // What Claude's program writes for itself is framed in tags of its own.
  const text = row.text.replace(/<\/?(?:command|local-command|bash|task)-[a-z-]+>/g, ' ').trim();
  const isFoldable = text !== '' && row.notice !== 'image' && row.notice !== 'interrupted';
  const content = (
    <>
      <Icon of={icon} size="s" />
      <span className={styles['verb']}>{words}</span>
      <span className={classNames(styles['words'], 'cut')}>{isOpen ? '' : text.slice(0, 200)}</span>
      <span className={styles['result']}>
        {detailWords(row.details)}
        <span className={eventStyles['by']}>
          <Moment at={row.at} />
        </span>
      </span>
    </>
  );
  return (
    <Event tone={tone}>
      {isFoldable ? (
        <button type="button" className={styles['line']} aria-expanded={isOpen} onClick={toggle}>
          {content}
        </button>
      ) : (
        <div className={styles['line']}>{content}</div>
      )}
      {row.picture !== undefined && <Picture {...row.picture} />}
      {isFoldable && isOpen && <Output text={text} from="start" />}
    </Event>
  );
}
