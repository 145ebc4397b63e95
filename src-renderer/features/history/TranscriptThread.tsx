import type { HistorySession } from '@domain/history/record';
import type { TranscriptMessage, TranscriptOutline } from '@domain/history/transcript';
import type { SessionId } from '@domain/ids';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, Copy, Link } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { copyLink } from '../../app/copy-link';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { copyText } from '../../ui/copy-text';
import { IconButton } from '../../ui/IconButton';
import { MessageRows } from '../chat';
import { clearHighlights, highlightHits } from './highlight-hits';
import styles from './TranscriptThread.module.css';
import { agentWords, billDetails, billWords, plainText } from './thread-words.logic';
import type { TranscriptState, TranscriptStore } from './transcript-store';
import type { Target } from './use-transcript';

export type TranscriptThreadProps = {
  readonly which: string | undefined;
  readonly session: HistorySession;
  readonly state: TranscriptState;
  readonly store: TranscriptStore;
  /** The positions that are shown; null: all of them. */
  readonly shown: readonly number[] | null;
  readonly target: Target | null;
  readonly pattern: RegExp | null;
  /** The position of the hit one stands at. */
  readonly current: number | null;
  readonly isThinkingShown: boolean;
  readonly tool: string | null;
  readonly asker: string | undefined;
  /** Whose thread it is; null: the session's own. */
  readonly agent: string | null;
  readonly subagents: TranscriptOutline['subagents'];
  readonly onAgent: (agent: string) => void;
  readonly linkOf: (message: string) => string;
};

const GUESS = 72;
const ABOVE = 24;
const AT_END_PX = 40;

/** Drawn in part, from pages: a session of a hundred thousand lines opens like one of ten. */
export function TranscriptThread(props: TranscriptThreadProps) {
  const { session, state, store, shown, target, pattern, current, isThinkingShown, tool } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const total = state.total ?? 0;
  const count = shown === null ? total : shown.length;
  const positionAt = useCallback((index: number) => (shown === null ? index : (shown[index] ?? 0)), [shown]);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: positionAt,
    overscan: 6,
    scrollPaddingStart: ABOVE,
  });
  const items = virtual.getVirtualItems();
  const wanted = items.map((item) => positionAt(item.index));
  const range = `${wanted[0] ?? ''} ${wanted.at(-1) ?? ''} ${wanted.length}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range names them
  useEffect(() => store.need(wanted), [store, range, state.revision]);

  const letGo = useJump(target, (position) => {
    if (count === 0) return;
    const at = shown === null ? position : shown.findIndex((each) => each >= position);
    virtual.scrollToIndex(Math.max(0, at), { align: 'start' });
  });

  // A session that is being written is followed by whoever reads its end.
  const wasAtEnd = useRef(false);
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    wasAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is more
  useEffect(() => {
    if (wasAtEnd.current && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [count]);

  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const mark = () =>
      highlightHits(
        root,
        pattern,
        current === null ? null : root.querySelector(`[data-position="${current}"]`),
      );
    const frame = requestAnimationFrame(mark);
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => clearHighlights, []);

  const tools = useMemo(() => (tool === null ? null : new Set([tool])), [tool]);
  return (
    <div className={styles['frame']}>
      <section
        ref={scroller}
        className={styles['scroller']}
        aria-label={props.which === undefined ? 'What was said' : `What was said, ${props.which}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        onWheel={letGo}
        onPointerDown={letGo}
        onKeyDown={letGo}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: drawn in part and placed by hand */}
        <div role="list" className={styles['list']} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const position = positionAt(item.index);
            const message = state.messages.get(position);
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              <div
                role="listitem"
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-position={position}
                aria-setsize={count}
                aria-posinset={item.index + 1}
                className={classNames(
                  styles['item'],
                  position === current && styles['current'],
                  message?.is_pruned === true && styles['pruned'],
                )}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {message === undefined ? (
                  <div className={styles['blank']} aria-hidden="true" />
                ) : (
                  <OneMessage
                    message={message}
                    sessionId={session.id}
                    cwd={session.cwd ?? ''}
                    nowMs={session.ended_at === null ? null : Date.parse(session.ended_at)}
                    isThinkingShown={isThinkingShown}
                    tools={tools}
                    asker={props.asker}
                    agent={props.agent}
                    subagents={props.subagents}
                    onAgent={props.onAgent}
                    linkOf={props.linkOf}
                  />
                )}
              </div>
            );
          })}
        </div>
      </section>
    </div>
  );
}

const HOLD_MS = 2500;

/**
 * Goes to a place and holds it while the rows around it come and are measured, until a person moves. Answers what lets it
 * go.
 */
function useJump(target: Target | null, go: (position: number) => void): () => void {
  const held = useRef<{ readonly turn: number; readonly until: number } | null>(null);
  useLayoutEffect(() => {
    if (target === null) return;
    if (held.current?.turn !== target.turn)
      held.current = { turn: target.turn, until: performance.now() + HOLD_MS };
    if (performance.now() < held.current.until) go(target.position);
  });
  return () => {
    if (held.current !== null) held.current = { ...held.current, until: 0 };
  };
}

type OneMessageProps = Pick<
  TranscriptThreadProps,
  'isThinkingShown' | 'asker' | 'agent' | 'subagents' | 'onAgent' | 'linkOf'
> & {
  readonly message: TranscriptMessage;
  readonly sessionId: string;
  readonly cwd: string;
  readonly nowMs: number | null;
  readonly tools: ReadonlySet<string> | null;
};

const OneMessage = memo(function OneMessage(props: OneMessageProps) {
  const {
    message: paged,
    sessionId,
    cwd,
    nowMs,
    isThinkingShown,
    tools,
    asker,
    subagents,
    onAgent,
    linkOf,
    agent,
  } = props;
  const client = useClient();
  const [whole, setWhole] = useState<TranscriptMessage | null>(null);
  const message = whole ?? paged;
  const showWhole = async () => {
    const thread = { id: sessionId as SessionId, branches: true, message_id: paged.id };
    const answer = await client.ask('history.message', agent === null ? thread : { ...thread, agent });
    if (answer.ok) setWhole({ ...answer.value, position: paged.position });
  };
  const begun = message.content.flatMap((block) =>
    block.type === 'tool_use' ? subagents.filter(({ call_id }) => call_id === block.id) : [],
  );
  return (
    <>
      <MessageRows
        sessionId={sessionId}
        message={message}
        cwd={cwd}
        nowMs={nowMs}
        isThinkingShown={isThinkingShown}
        tools={tools}
        {...(asker === undefined ? {} : { asker })}
        aside={<Aside message={message} link={() => linkOf(message.id)} onWhole={() => void showWhole()} />}
      />
      {begun.map((agent) => (
        <div key={agent.agent_id} className={styles['agent']}>
          <Button size="s" variant="quiet" icon={Bot} onClick={() => onAgent(agent.agent_id)}>
            Open the thread of {agentWords(agent)}
          </Button>
        </div>
      ))}
    </>
  );
});

/** What it used, and how to take it along. */
type AsideProps = {
  readonly message: TranscriptMessage;
  readonly link: () => string;
  readonly onWhole: () => void;
};

function Aside({ message, link, onWhole }: AsideProps) {
  const bill = billWords(message);
  const text = plainText(message);
  return (
    <span className={styles['aside']}>
      <span className={styles['acts']}>
        {text !== '' && (
          <IconButton
            icon={Copy}
            size="s"
            label="Copy this message"
            onClick={() => void copyText(text, 'Message copied')}
          />
        )}
        <IconButton
          icon={Link}
          size="s"
          label="Copy a link to this message"
          onClick={() => copyLink(link())}
        />
      </span>
      {message.is_pruned === true && <span>on a branch</span>}
      {message.is_cut === true && (
        <button type="button" className={styles['whole']} onClick={onWhole}>
          Shortened, show all
        </button>
      )}
      {bill !== null && (
        <span className="cut" title={billDetails(message)}>
          {bill}
        </span>
      )}
    </span>
  );
}
