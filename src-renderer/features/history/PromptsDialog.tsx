import type { TranscriptOutline } from '@domain/history/transcript';
import { useState } from 'react';
import { momentWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { count } from './history-words.logic';
import styles from './LinkBeadDialog.module.css';

type PromptsDialogProps = {
  readonly prompts: TranscriptOutline['prompts'];
  readonly onJump: (position: number) => void;
  readonly close: () => void;
};

const MOST = 100;

/** Every prompt of a session that has too many of them for a menu. */
export function PromptsDialog({ prompts, onJump, close }: PromptsDialogProps) {
  const [text, setText] = useState('');
  const nowMs = Date.now();
  const typed = text.trim().toLowerCase();
  const numbered = prompts.map((prompt, index) => ({ ...prompt, number: index + 1 }));
  const fitting = numbered.filter(
    ({ text: said, number }) => said.toLowerCase().includes(typed) || String(number) === typed,
  );
  const [first] = fitting;
  const go = (position: number) => {
    close();
    onJump(position);
  };
  const more = fitting.length - MOST;
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Jump to a prompt"
      onSubmit={() => first !== undefined && go(first.position)}
      footerNote={
        <span role="status">
          {count(fitting.length, 'prompt')}
          {more > 0 ? `, the first ${MOST} are shown` : ''}
        </span>
      }
      footer={<Button onClick={close}>Stay here</Button>}
    >
      <Field
        label="Words of it, or its number"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ol className={styles['list']} aria-label="Prompts that fit">
        {fitting.slice(0, MOST).map(({ position, message_id, text: said, at, number }) => (
          <li key={message_id}>
            <button type="button" className={styles['bead']} onClick={() => go(position)}>
              <code>{number}</code> <span className="cut">{said.trim() === '' ? 'A picture' : said}</span>
              <small>{momentWords(at, nowMs)}</small>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
