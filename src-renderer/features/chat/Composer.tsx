import type { QueuedPrompt } from '@domain/session/live';
import type { Session } from '@domain/session/record';
import { ArrowUp, Paperclip } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSendKey } from '../../app/keymap/use-keymap';
import { isFocusAwaited } from '../../app/state/window';
import { pathOfFile } from '../../bridge/path-of-file';
import { replace, useStream } from '../../bridge/react';
import { IconButton } from '../../ui/IconButton';
import { showToast } from '../../ui/toast-store';
import { CompletionList, optionId } from './CompletionList';
import styles from './Composer.module.css';
import { fileMention, withChoice } from './completion.logic';
import { composerAct, recalled } from './composer.logic';
import { ImageStrip } from './ImageStrip';
import { droppedMentions } from './images.logic';
import { ModeMenu } from './ModeMenu';
import { QueuedPrompts } from './QueuedPrompts';
import type { ChatActs } from './use-chat-acts';
import { useCompletion } from './use-completion';
import { useDraft } from './use-draft';
import { useImages } from './use-images';
import { useMode } from './use-mode';

export type ComposerProps = {
  readonly session: Pick<Session, 'id' | 'status' | 'metadata'>;
  readonly isBusy: boolean;
  readonly queue: readonly QueuedPrompt[];
  /** What was said before, oldest first. */
  readonly prompts: readonly string[];
  readonly acts: ChatActs;
};

const WORDS = {
  draft: { verb: 'Start with this prompt', hint: 'What should Claude do first?' },
  active: { verb: 'Send', hint: 'Answer, or say what comes next' },
  paused: { verb: 'Resume with this prompt', hint: 'Resume with a prompt' },
  closed: { verb: 'Send', hint: '' },
} as const;

/** Not drawn again for words that stream above it. */
export const Composer = memo(function Composer({ session, isBusy, queue, prompts, acts }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText, keepText] = useDraft(session.id);
  const [caret, setCaret] = useState(0);
  const [step, setStep] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const images = useImages();
  const settings = useStream('settings.watch', {}, replace).value?.settings;
  const sendKey = useSendKey();
  const sendWith = settings?.chat.send_with ?? 'enter';
  const [mode, setMode] = useMode(session);
  const isActive = session.status === 'active';
  const verb = isActive && isBusy ? 'Queue' : WORDS[session.status].verb;
  const hint =
    isActive && isBusy ? 'Queue the next prompt: sent when this turn ends' : WORDS[session.status].hint;

  useGrowing(field, text);
  useEffect(() => {
    if (isFocusAwaited(session.id)) field.current?.focus();
  }, [session.id]);

  /** Puts a text and the caret where they belong together. */
  const place = (next: { readonly text: string; readonly caret: number }) => {
    setText(next.text);
    setStep(null);
    requestAnimationFrame(() => {
      field.current?.setSelectionRange(next.caret, next.caret);
      setCaret(next.caret);
      field.current?.focus();
    });
  };
  const completion = useCompletion(session, text, caret, (at, choice) => place(withChoice(text, at, choice)));
  const mention = (paths: readonly string[]) => {
    const before = text.slice(0, caret);
    const words = `${before === '' || /\s$/.test(before) ? '' : ' '}${paths.map(fileMention).join(' ')} `;
    place({ text: `${before}${words}${text.slice(caret)}`, caret: caret + words.length });
  };
  const takeFiles = async (given: readonly File[]) => {
    const others = await images.add(given);
    const found = await Promise.all(
      others.map(async (file) => ({
        path: pathOfFile(file) ?? (await acts.fileNamed(file.name)),
        name: file.name,
      })),
    );
    const paths = found.flatMap(({ path }) => (path === null ? [] : [path]));
    if (paths.length > 0) mention(paths);
    for (const { path, name } of found)
      if (path === null)
        showToast({
          title: `Where ${name} lies is not told to this window.`,
          text: 'Write @ and its path.',
          tone: 'waiting',
        });
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    void takeFiles(pasted);
  };
  const onDrop = (event: DragEvent) => {
    const dropped = [...event.dataTransfer.files];
    const paths = droppedMentions(event.dataTransfer.getData('text/uri-list'));
    if (dropped.length === 0 && paths.length === 0) return;
    event.preventDefault();
    const areAllImages = dropped.length > 0 && dropped.every(({ type }) => type.startsWith('image/'));
    if (paths.length > 0 && !areAllImages) mention(paths);
    else void takeFiles(dropped);
  };

  const send = async () => {
    const prompt = text.trim();
    if (prompt === '' || isSending) return;
    setSending(true);
    // The text stays until it is taken: a refusal loses nothing.
    const isTaken = await acts.send(prompt, mode, images.held);
    setSending(false);
    if (isTaken) {
      setStep(null);
      images.put([]);
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
    if (completion.onKey(event)) return;
    const act = composerAct(
      { ...keysOf(event), isComposing: event.nativeEvent.isComposing },
      { text, caret: event.currentTarget.selectionStart, isBusy, isRecalling: step !== null, sendWith },
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
      setText((now) => (now.trim() === '' ? taken.text : `${now}\n${taken.text}`));
      if (taken.images.length > 0) images.put(taken.images.map((image) => ({ ...image, name: 'Picture' })));
      field.current?.focus();
    },
    [acts, setText, images.put],
  );

  return (
    <div className={styles['place']}>
      <QueuedPrompts
        queue={queue}
        onEdit={(prompt) => void takeUp(prompt)}
        onRemove={(prompt) => void acts.takeBack(prompt.id)}
        onSendNow={isActive ? (prompt) => void acts.sendNow(prompt.id) : null}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; pasting and the button do the same */}
      <div className={styles['composer']} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <CompletionList completion={completion} id={listId} />
        <ImageStrip images={images.held} onRemove={images.remove} />
        <textarea
          data-region-start
          ref={field}
          rows={1}
          aria-label="Prompt"
          aria-autocomplete="list"
          aria-controls={completion.kind === null ? undefined : listId}
          aria-activedescendant={completion.kind === null ? undefined : optionId(listId, completion.index)}
          placeholder={hint}
          value={text}
          maxLength={500_000}
          spellCheck
          className={styles['field']}
          onChange={(event) => {
            setText(event.target.value);
            setCaret(event.target.selectionStart);
            setStep(null);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={keepText}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={styles['bar']}>
          <IconButton
            icon={Paperclip}
            size="s"
            label="Add pictures or files"
            onClick={() => files.current?.click()}
          />
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              void takeFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {!isActive && <ModeMenu mode={mode} onChange={setMode} />}
          <span className={styles['hint']}>
            {sendWith === 'enter' ? 'Shift+Enter breaks the line' : `${sendKey} sends`}
          </span>
          <IconButton
            icon={ArrowUp}
            size="s"
            variant="primary"
            label={verb}
            shortcut={sendWith === 'enter' ? 'Enter' : sendKey}
            disabledReason={text.trim() === '' ? 'Write a prompt first.' : null}
            onClick={() => void send()}
          />
        </div>
      </div>
    </div>
  );
});

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
