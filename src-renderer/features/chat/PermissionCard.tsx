import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import { Hand } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { Diff } from './Diff';
import { diffLines, editsOf } from './diff.logic';
import styles from './PermissionCard.module.css';
import { Prose } from './Prose';
import {
  askExtras,
  askReason,
  askText,
  askTitle,
  editableText,
  editedInput,
  isArmed,
  isPlan,
  questionsOf,
} from './permission.logic';
import { visibleText } from './plain-text.logic';
import { QuestionForm } from './QuestionForm';
import { kindOf } from './tool-words.logic';
import { usePermissionKeys } from './use-permission-keys';

export type PermissionCardProps = {
  readonly request: PermissionRequest;
  /** It can be answered in Claude's own terminal too. */
  readonly hasTerminal: boolean;
  readonly onAnswer: (answer: PermissionAnswer) => Promise<boolean>;
  /** When it was asked. */
  readonly since?: string | undefined;
  readonly nowMs?: () => number;
};

const clock = () => performance.now();

/** Takes no focus when it appears; keys count after half a second, and its letters only while it has the focus. */
export function PermissionCard(props: PermissionCardProps) {
  const { request, hasTerminal, onAnswer, since, nowMs = clock } = props;
  const [appearedMs] = useState(nowMs);
  const [isDenying, setDenying] = useState(false);
  const [message, setMessage] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const [isSending, setSending] = useState(false);
  const line = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const questions = useMemo(() => questionsOf(request), [request]);
  const waited = useWaited(since);
  const rule = request.rules[0];

  const answer = async (given: PermissionAnswer) => {
    if (isSending) return;
    setSending(true);
    // Answered, it goes away with the stream; only a refusal brings the buttons back.
    if (!(await onAnswer(given))) setSending(false);
  };
  const isReadable = edited === null || editedInput(request, edited) !== null;
  const allow = (always: boolean) => {
    if (edited === null) return void answer({ behavior: 'allow', always });
    const input = editedInput(request, edited);
    if (input !== null) void answer({ behavior: 'allow', always: false, input });
  };
  const openEditor = () => {
    setEdited(editableText(request));
    requestAnimationFrame(() => editor.current?.focus());
  };
  const deny = () => void answer({ behavior: 'deny', message });
  const openDeny = () => {
    setDenying(true);
    requestAnimationFrame(() => line.current?.focus());
  };

  const holdBack = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || isArmed(appearedMs, nowMs())) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Esc in a field of the card leaves that field; only elsewhere it stops the turn. */
  const leaveField = (event: KeyboardEvent) => {
    if (event.target === line.current) setDenying(false);
    else if (event.target === editor.current) setEdited(null);
    else return;
    event.preventDefault();
    card.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') leaveField(event);
  };
  const keys = usePermissionKeys(card, {
    canAnswer: questions === null,
    canAlways: questions === null && rule !== undefined && edited === null,
    allow: () => allow(false),
    always: () => allow(true),
    deny: openDeny,
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look and a legend of its own
    <div
      ref={card}
      role="group"
      aria-label={askTitle(request.tool)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own while it has the focus
      tabIndex={0}
      data-own-keys="permission"
      className={styles['ask']}
      onKeyDownCapture={holdBack}
      onKeyUpCapture={holdBack}
      onKeyDown={onKeyDown}
    >
      <header className={styles['header']}>
        <Icon of={Hand} />
        <span>{askTitle(request.tool)}</span>
        <span className={styles['waited']}>{waited}</span>
      </header>
      <div className={styles['body']}>
        {questions === null ? (
          <>
            {edited === null ? (
              <Asked request={request} />
            ) : (
              <textarea
                ref={editor}
                aria-label="What is allowed instead"
                className={classNames(styles['exact'], styles['editor'])}
                rows={Math.min(14, Math.max(2, edited.split('\n').length))}
                value={edited}
                spellCheck={false}
                onChange={(event) => setEdited(event.target.value)}
              />
            )}
            {askReason(request) !== '' && <p className={styles['why']}>{askReason(request)}</p>}
            <div className={styles['acts']}>
              <Button
                variant="primary"
                isLoading={isSending}
                loadingLabel="Answering…"
                disabledReason={isReadable ? null : 'This cannot be read: it has to stay an object in JSON.'}
                onClick={() => allow(false)}
              >
                {edited !== null
                  ? 'Allow as edited'
                  : isPlan(request)
                    ? 'Go on with this plan'
                    : 'Allow once'}{' '}
                <kbd className={styles['key']}>{keys.allow}</kbd>
              </Button>
              {rule !== undefined && edited === null && (
                <Button onClick={() => allow(true)} className={styles['always']}>
                  <span>
                    Always allow <code>{request.rules.map(visibleText).join(', ')}</code>
                  </span>
                  <kbd className={styles['key']}>{keys.always}</kbd>
                </Button>
              )}
              <Button
                variant="quiet"
                className={styles['deny']}
                onClick={edited === null ? openEditor : () => setEdited(null)}
              >
                {edited === null ? 'Edit…' : 'As it was'}
              </Button>
              <Button variant="quiet" onClick={openDeny}>
                {isPlan(request) ? 'Keep planning…' : 'Deny…'}{' '}
                <kbd className={styles['key']}>{keys.deny}</kbd>
              </Button>
            </div>
          </>
        ) : (
          <QuestionForm
            questions={questions}
            isSending={isSending}
            onAnswer={(answers) =>
              void answer({ behavior: 'allow', always: false, input: { ...request.input, answers } })
            }
            onDeny={openDeny}
          />
        )}
        {isDenying && (
          <form
            className={styles['reply']}
            onSubmit={(event) => {
              event.preventDefault();
              deny();
            }}
          >
            <input
              ref={line}
              aria-label="What Claude should do instead"
              placeholder={
                isPlan(request)
                  ? 'What should the plan change?'
                  : 'What should Claude do instead? (may be empty)'
              }
              value={message}
              maxLength={10_000}
              onChange={(event) => setMessage(event.target.value)}
            />
            <Button type="submit" variant="danger">
              Deny
            </Button>
          </form>
        )}
        <p className={styles['note']}>
          {hasTerminal
            ? 'Claude waits for your answer, here or in its terminal.'
            : 'Claude waits for your answer.'}
        </p>
      </div>
    </div>
  );
}

/** The exact thing: a plan as it reads, a change as a diff, everything else as it is written. */
function Asked({ request }: { request: PermissionRequest }) {
  const isChange = ['edit', 'write'].includes(kindOf(request.tool));
  const lines = useMemo(
    () => (isChange ? diffLines(editsOf(request.tool, request.input)) : []),
    [isChange, request],
  );
  return (
    <>
      {isPlan(request) ? (
        <div className={styles['plan']}>
          <Prose text={askText(request)} isSmall />
        </div>
      ) : (
        <div className={styles['exact']}>{askText(request)}</div>
      )}
      {askExtras(request).map((extra) => (
        <div key={extra} className={styles['note']}>
          {extra}
        </div>
      ))}
      {lines.length > 0 && (
        <div className={styles['change']}>
          <Diff lines={lines} isWrapped />
        </div>
      )}
    </>
  );
}

/** Since it was asked, also before this window was there; by the wall clock, as that moment is told by it. */
function useWaited(since: string | undefined): string {
  const [began] = useState(Date.now);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - (since === undefined ? began : Date.parse(since))) / 1000);
  return seconds < 1 ? '' : durationWords(seconds * 1000);
}
