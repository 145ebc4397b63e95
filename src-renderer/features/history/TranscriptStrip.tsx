import type { TranscriptOutline } from '@domain/history/transcript';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { openOverlay } from '../../app/state/window';
import { momentWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSection } from '../../ui/Menu';
import { count } from './history-words.logic';
import { PromptsDialog } from './PromptsDialog';
import styles from './TranscriptPane.module.css';
import { agentWords, redactedCount } from './thread-words.logic';
import type { TranscriptState } from './transcript-store';
import type { Find } from './use-find';

export type TranscriptStripProps = {
  readonly sessionId: string;
  /** Lines of a type nobody knows. */
  readonly unknownLines: number;
  readonly state: TranscriptState;
  readonly outline: TranscriptOutline | undefined;
  readonly find: Find;
  readonly tool: string | null;
  readonly onTool: (tool: string | null) => void;
  readonly isThinkingShown: boolean;
  readonly onThinking: (isShown: boolean) => void;
  readonly branches: boolean;
  readonly onBranches: (isShown: boolean, message: string | null) => void;
  readonly onJump: (position: number) => void;
  readonly onAgent: (agent: string) => void;
};

/** In a menu; whoever has more is offered a search among them. */
const MOST = 60;

/** What can be gone to in the transcript, and what of it is folded, hidden or missing. */
export function TranscriptStrip(props: TranscriptStripProps) {
  const { outline, find, onJump } = props;
  return (
    <div className={styles['strip']}>
      <label className={styles['find']}>
        <Icon of={Search} size="s" />
        <input
          type="text"
          aria-label="Find in this session"
          placeholder="Find in this session"
          value={find.text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => find.setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape' && find.text !== '') find.setText('');
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </label>
      <Hits find={find} />
      <Jumps outline={outline} onJump={onJump} />
      <Tools {...props} />
      <Others {...props} />
      <Told {...props} />
    </div>
  );
}

function Hits({ find }: { find: Find }) {
  const { places, index, isCut, isTyped, isLooking } = find;
  if (places.length === 0)
    return isTyped && !isLooking ? (
      <span className={styles['words']} role="status">
        No hit
      </span>
    ) : null;
  return (
    <>
      <span className={styles['words']} role="status">
        Hit {index + 1} of {places.length}
        {isCut ? ' and more' : ''}
      </span>
      <IconButton
        icon={ChevronUp}
        size="s"
        label="Previous hit"
        shortcut="shift+f"
        onClick={() => find.step(-1)}
      />
      <IconButton icon={ChevronDown} size="s" label="Next hit" shortcut="f" onClick={() => find.step(1)} />
    </>
  );
}

type Jump = Pick<TranscriptStripProps, 'outline' | 'onJump'>;

function Jumps({ outline, onJump }: Jump) {
  const nowMs = Date.now();
  const [isSearched, setSearched] = useState(false);
  const places = outline?.prompts.length ?? 0;
  if (outline === undefined || places + outline.compactions.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="s" variant="quiet" data-action="history.prompts">
            {count(places, 'prompt')}
            <Icon of={ChevronDown} size="xs" />
          </Button>
        }
      >
        {places > MOST && (
          <MenuItem onSelect={() => setSearched(true)}>Find one of all {count(places, 'prompt')}…</MenuItem>
        )}
        <MenuSection label="Jump to a prompt">
          {outline.prompts.slice(0, MOST).map(({ position, message_id, text, at }) => (
            <MenuItem key={message_id} hint={momentWords(at, nowMs)} onSelect={() => onJump(position)}>
              {text.trim() === '' ? 'A picture' : text}
            </MenuItem>
          ))}
        </MenuSection>
        {outline.compactions.length > 0 && (
          <MenuSection label="Where the context was made shorter">
            {outline.compactions.map(({ position, message_id, at }) => (
              <MenuItem key={message_id} onSelect={() => onJump(position)}>
                {momentWords(at, nowMs)}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
      {isSearched && (
        <PromptsDialog prompts={outline.prompts} onJump={onJump} close={() => setSearched(false)} />
      )}
    </>
  );
}

function Tools({ outline, tool, onTool }: TranscriptStripProps) {
  if (outline === undefined || outline.tools.length === 0) return null;
  const calls = outline.tools.reduce((sum, each) => sum + each.calls, 0);
  return (
    <Menu
      trigger={
        <Button size="s" variant="quiet" data-action="history.tools">
          {tool === null ? count(calls, 'tool call') : `${tool} only`}
          <Icon of={ChevronDown} size="xs" />
        </Button>
      }
    >
      <MenuItem isChosen={tool === null} onSelect={() => onTool(null)}>
        Everything
      </MenuItem>
      {outline.tools.map((each) => (
        <MenuItem
          key={each.tool}
          isChosen={tool === each.tool}
          hint={count(each.calls, 'call')}
          onSelect={() => onTool(each.tool)}
        >
          {each.tool}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Others({ outline, branches, onBranches, onAgent }: TranscriptStripProps) {
  if (outline === undefined || outline.subagents.length + outline.branches.length === 0) return null;
  const words = [
    ...(outline.subagents.length > 0 ? [count(outline.subagents.length, 'sub-agent')] : []),
    ...(outline.branches.length > 0 ? [count(outline.branches.length, 'branch', 'branches')] : []),
  ];
  return (
    <Menu
      trigger={
        <Button size="s" variant="quiet" data-action="history.others">
          {words.join(', ')}
          <Icon of={ChevronDown} size="xs" />
        </Button>
      }
    >
      {outline.subagents.length > 0 && (
        <MenuSection label="Threads of sub-agents">
          {outline.subagents.map((agent) => (
            <MenuItem
              key={agent.agent_id}
              hint={count(agent.messages, 'message')}
              onSelect={() => onAgent(agent.agent_id)}
            >
              {agentWords(agent)}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {outline.branches.length > 0 && (
        <MenuSection label="What the session went on without">
          {branches && <MenuItem onSelect={() => onBranches(false, null)}>Hide the branches</MenuItem>}
          {outline.branches.map(({ message_id, messages, at }) => (
            <MenuItem
              key={message_id}
              hint={momentWords(at, Date.now())}
              onSelect={() => onBranches(true, message_id)}
            >
              {count(messages, 'message')}
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </Menu>
  );
}

/** At the right: what is not before the eyes. */
function Told(props: TranscriptStripProps) {
  const { sessionId, unknownLines, state, isThinkingShown, onThinking, tool } = props;
  const odd = [
    ...(state.notUnderstood > 0 ? [`${count(state.notUnderstood, 'line')} not understood`] : []),
    ...(unknownLines > 0 ? [`${count(unknownLines, 'line')} of an unknown kind`] : []),
  ];
  const redacted = useMemo(() => redactedCount(state.messages.values()), [state.messages]);
  return (
    <span className={styles['told']}>
      <span>{tool === null ? 'Tools folded' : 'Other tools hidden'}</span>
      <button
        type="button"
        className={styles['toggle']}
        aria-pressed={isThinkingShown}
        onClick={() => onThinking(!isThinkingShown)}
      >
        {isThinkingShown ? 'Thinking shown' : 'Thinking hidden'}
      </button>
      {redacted > 0 && <span>{count(redacted, 'value')} redacted</span>}
      {odd.length > 0 && (
        <button
          type="button"
          className={styles['toggle']}
          onClick={() => openOverlay('history-odd', sessionId)}
        >
          {odd.join(', ')}
        </button>
      )}
      {state.source === 'archive' && <span>from our copy</span>}
    </span>
  );
}
