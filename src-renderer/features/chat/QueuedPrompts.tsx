import type { QueuedPrompt } from '@domain/session/live';
import { Clock, Pencil, X } from 'lucide-react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import styles from './Composer.module.css';
import { count } from './tool-words.logic';

export type QueuedPromptsProps = {
  readonly queue: readonly QueuedPrompt[];
  readonly onEdit: (prompt: QueuedPrompt) => void;
  readonly onRemove: (prompt: QueuedPrompt) => void;
  /** Stops the turn that runs, and this one follows. Null: nobody is there to take it. */
  readonly onSendNow: ((prompt: QueuedPrompt) => void) | null;
};

export function QueuedPrompts({ queue, onEdit, onRemove, onSendNow }: QueuedPromptsProps) {
  if (queue.length === 0) return null;
  return (
    <ol className={styles['queue']} aria-label="Queued prompts">
      {queue.map((prompt, index) => (
        <li key={prompt.id} className={styles['queued']}>
          <Icon of={Clock} size="s" />
          <b>{index === 0 ? 'Next' : 'Then'}</b>
          <span className="cut" title={prompt.text}>
            {prompt.text}
            {prompt.image_count !== undefined && ` · ${count(prompt.image_count, 'picture')}`}
          </span>
          <span className={styles['queuedActs']}>
            {onSendNow !== null && (
              <Button variant="quiet" size="s" onClick={() => onSendNow(prompt)}>
                Send now
              </Button>
            )}
            <IconButton
              icon={Pencil}
              size="s"
              label="Edit the queued prompt"
              onClick={() => onEdit(prompt)}
            />
            <IconButton icon={X} size="s" label="Remove the queued prompt" onClick={() => onRemove(prompt)} />
          </span>
        </li>
      ))}
    </ol>
  );
}
