import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import { Hand } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Diff } from './Diff';
import { diffLines, editsOf } from './diff.logic';
import styles from './PermissionCard.module.css';
import { askExtras, askReason, askText, askTitle, isArmed, questionsOf } from './permission.logic';
import { visibleText } from './plain-text.logic';
import { QuestionForm } from './QuestionForm';
import { kindOf } from './tool-words.logic';

export type PermissionCardProps = {
  readonly request: PermissionRequest;
  readonly onAnswer: (answer: PermissionAnswer) => Promise<boolean>;
  readonly nowMs?: () => number;
};

const clock = () => performance.now();

/** Takes no focus when it appears; keys count after half a second, and its letters only while it has the focus. */
export function PermissionCard({ request, onAnswer, nowMs = clock }: PermissionCardProps) {
  const [appearedMs] = useState(nowMs);
  const [isDenying, setDenying] = useState(false);
  const [message, setMessage] = useState('');
  const [isSending, setSending] = useState(false);
  const line = useRef<HTMLInputElement>(null);
  const questions = useMemo(() => questionsOf(request), [request]);
  const isChange = ['edit', 'write'].includes(kindOf(request.tool));
  const lines = useMemo(
    () => (isChange ? diffLines(editsOf(request.tool, request.input)) : []),
    [isChange, request],
  );
  const waited = useWaited();
  const rule = request.rules[0];

  const answer = async (given: PermissionAnswer) => {
    if (isSending) return;
    setSending(true);
    // Answered, it goes away with the stream; only a refusal brings the buttons back.
    if (!(await onAnswer(given))) setSending(false);
  };
  const allow = (always: boolean) => void answer({ behavior: 'allow', always });
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || questions !== null) return;
    const key = event.key.toLowerCase();
    if (key === 'y') allow(false);
    else if (key === 'a' && rule !== undefined) allow(true);
    else if (key === 'n') openDeny();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look and a legend of its own
    <div
      role="group"
      aria-label={askTitle(request.tool)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own while it has the focus
      tabIndex={0}
      data-own-keys
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
            <div className={styles['exact']}>{askText(request)}</div>
            {askExtras(request).map((extra) => (
              <div key={extra} className={styles['note']}>
                {extra}
              </div>
            ))}
            {lines.length > 0 && (
              <div className={styles['change']}>
                <Diff lines={lines} />
              </div>
            )}
            {askReason(request) !== '' && <p className={styles['why']}>{askReason(request)}</p>}
            <div className={styles['acts']}>
              <Button
                variant="primary"
                isLoading={isSending}
                loadingLabel="Answering…"
                onClick={() => allow(false)}
              >
                Allow once <kbd className={styles['key']}>Y</kbd>
              </Button>
              {rule !== undefined && (
                <Button onClick={() => allow(true)} className={styles['always']}>
                  <span>
                    Always allow <code>{request.rules.map(visibleText).join(', ')}</code>
                  </span>
                  <kbd className={styles['key']}>A</kbd>
                </Button>
              )}
              <Button variant="quiet" className={styles['deny']} onClick={openDeny}>
                Deny… <kbd className={styles['key']}>N</kbd>
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
              placeholder="What should Claude do instead? (may be empty)"
              value={message}
              maxLength={10_000}
              onChange={(event) => setMessage(event.target.value)}
            />
            <Button type="submit" variant="danger">
              Deny
            </Button>
          </form>
        )}
        <p className={styles['note']}>The first answer counts.</p>
      </div>
    </div>
  );
}

/** How long it has been waiting, as far as this window saw it. */
function useWaited(): string {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds < 1 ? '' : durationWords(seconds * 1000);
}
