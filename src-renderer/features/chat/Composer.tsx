import type { QueuedPrompt } from '@domain/session/live';
import type { Session } from '@domain/session/record';
import { ArrowUp, ChevronDown, Shield } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import styles from './Composer.module.css';
import { composerAct, recalled } from './composer.logic';
import { QueuedPrompts } from './QueuedPrompts';
import type { ChatActs } from './use-chat-acts';
import { useDraft } from './use-draft';

export type ComposerProps = {
  readonly session: Pick<Session, 'id' | 'status'>;
  readonly isBusy: boolean;
  readonly queue: readonly QueuedPrompt[];
  /** What was said before, oldest first. */
  readonly prompts: readonly string[];
  readonly acts: ChatActs;
};

const MODES = [
  { value: 'default', name: 'Ask each time' },
  { value: 'acceptEdits', name: 'Accept edits' },
  { value: 'plan', name: 'Plan first' },
] as const;

const WORDS = {
  draft: { verb: 'Start with this prompt', hint: 'What should Claude do first?' },
  active: { verb: 'Send', hint: 'Answer, or say what comes next' },
  paused: { verb: 'Resume with this prompt', hint: 'Resume with a prompt' },
  closed: { verb: 'Send', hint: '' },
} as const;

/** Not drawn again for words that stream above it. */
export const Composer = memo(function Composer({ session, isBusy, queue, prompts, acts }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText, keepText] = useDraft(session.id);
  const [step, setStep] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const [mode, setMode] = useLayoutValue('permission_mode', readMode);
  const isActive = session.status === 'active';
  const verb = isActive && isBusy ? 'Queue' : WORDS[session.status].verb;
  const hint =
    isActive && isBusy ? 'Queue the next prompt: sent when this turn ends' : WORDS[session.status].hint;

  useGrowing(field, text);

  const write = (next: string) => {
    setText(next);
    setStep(null);
  };
  const send = async () => {
    const prompt = text.trim();
    if (prompt === '' || isSending) return;
    setSending(true);
    // The text stays until it is taken: a refusal loses nothing.
    const isTaken = await acts.send(prompt, mode);
    setSending(false);
    if (isTaken) {
      setStep(null);
      setText((now) => (now.trim() === prompt ? '' : now));
    }
  };
  const recall = (way: 'earlier' | 'later') => {
    const found = recalled(prompts, step, way);
    if (found === null) return;
    setText(found.text);
    setStep(found.step);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = composerAct(
      { ...keysOf(event), isComposing: event.nativeEvent.isComposing },
      { text, caret: event.currentTarget.selectionStart, isBusy, isRecalling: step !== null },
    );
    if (act === null) return;
    event.preventDefault();
    if (act === 'send') void send();
    else if (act === 'stop') void acts.stop();
    else if (act !== 'nothing') recall(act);
  };
  const takeUp = useCallback(
    async (prompt: QueuedPrompt) => {
      const taken = await acts.takeBack(prompt.id);
      if (taken === null) return;
      setText((now) => (now.trim() === '' ? taken : `${now}\n${taken}`));
      field.current?.focus();
    },
    [acts, setText],
  );

  return (
    <div className={styles['place']}>
      <QueuedPrompts
        queue={queue}
        onEdit={(prompt) => void takeUp(prompt)}
        onRemove={(prompt) => void acts.takeBack(prompt.id)}
        onSendNow={isBusy ? () => void acts.stop() : null}
      />
      <div className={styles['composer']}>
        <textarea
          ref={field}
          rows={1}
          aria-label="Prompt"
          placeholder={hint}
          value={text}
          maxLength={500_000}
          spellCheck
          className={styles['field']}
          onChange={(event) => write(event.target.value)}
          onBlur={keepText}
          onKeyDown={onKeyDown}
        />
        <div className={styles['bar']}>
          {!isActive && (
            <Menu
              side="top"
              trigger={
                <Button variant="quiet" size="s" icon={Shield}>
                  {MODES.find(({ value }) => value === mode)?.name}
                  <ChevronDown size={12} aria-hidden="true" />
                </Button>
              }
            >
              {MODES.map(({ value, name }) => (
                <MenuItem key={value} isChosen={value === mode} onSelect={() => setMode(value)}>
                  {name}
                </MenuItem>
              ))}
            </Menu>
          )}
          <span className={styles['hint']}>Shift+Enter breaks the line</span>
          <IconButton
            icon={ArrowUp}
            size="s"
            variant="primary"
            label={verb}
            shortcut="Enter"
            disabledReason={text.trim() === '' ? 'Write a prompt first.' : null}
            onClick={() => void send()}
          />
        </div>
      </div>
    </div>
  );
});

function readMode(kept: unknown): (typeof MODES)[number]['value'] {
  return MODES.find(({ value }) => value === kept)?.value ?? 'default';
}

function keysOf({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent) {
  return { key, shiftKey, altKey, ctrlKey, metaKey };
}

/** From one line to ten, which the style sheet holds. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
