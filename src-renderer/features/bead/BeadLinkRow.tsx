import { X } from 'lucide-react';
import { openPanel } from '../../app/state/layout';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import styles from './BeadLinks.module.css';
import { statusWord } from './bead-words.logic';
import type { Link } from './links.logic';
import { typeIcon } from './type-icon';

type BeadLinkRowProps = {
  readonly link: Link;
  /** "waits for", where the edge is worth a word. */
  readonly words?: string;
  readonly removeLabel?: string;
  readonly bar?: string | null;
  readonly onRemove?: () => void;
};

export function BeadLinkRow({ link, words, removeLabel, bar = null, onRemove }: BeadLinkRowProps) {
  const { bead, id } = link;
  return (
    <li className={styles['linkRow']}>
      <button
        type="button"
        className={classNames(styles['link'], bead?.status === 'closed' && styles['done'])}
        aria-disabled={bead === null || undefined}
        title={bead === null ? 'It is not in this project.' : bead.title}
        onClick={() => bead !== null && openPanel({ id: 'bead', argument: id })}
      >
        <Icon of={typeIcon(bead?.issue_type ?? 'task')} size="s" />
        {words !== undefined && <span className={styles['edge']}>{words}</span>}
        <span className={styles['id']}>{id}</span>
        <span className="cut" dir="auto">
          {bead?.title ?? 'not in this project'}
        </span>
        <span className={styles['status']}>{bead === null ? '' : statusWord(bead.status)}</span>
      </button>
      {onRemove !== undefined && (
        <IconButton
          icon={X}
          size="s"
          label={removeLabel ?? `Remove ${id}`}
          disabledReason={bar}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
