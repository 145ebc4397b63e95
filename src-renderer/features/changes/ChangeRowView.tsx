import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { visibleText } from '../chat';
import styles from './Changes.module.css';
import { type ChangeRow, countWords, kindWords, placeOf } from './changes.logic';
import type { LinePlace } from './comments.logic';

export type RowActs = {
  /** Why nobody can comment. */
  readonly disabledReason: string | null;
  readonly onToggle: (path: string) => void;
  readonly onReadOn: (path: string) => void;
  readonly onShowMore: () => void;
  readonly onComment: (place: LinePlace) => void;
  readonly onAdd: (place: LinePlace, text: string) => void;
  readonly onCancel: () => void;
  readonly onRemove: (id: string) => void;
};

type RowProps = RowActs & { readonly row: ChangeRow; readonly isCurrent: boolean };

export function ChangeRowView({ row, isCurrent, ...acts }: RowProps) {
  const place = { tabIndex: isCurrent ? 0 : -1, 'data-row-focus': true } as const;
  switch (row.type) {
    case 'file':
      return <FileRow row={row} place={place} onToggle={acts.onToggle} />;
    case 'line':
      return <LineRow row={row} place={place} {...acts} />;
    case 'comment':
      return (
        <div className={styles['comment']}>
          <p>{row.comment.text}</p>
          <IconButton
            {...place}
            icon={Trash2}
            size="s"
            label={`Remove the comment on line ${row.comment.line}`}
            onClick={() => acts.onRemove(row.comment.id)}
          />
        </div>
      );
    case 'editor':
      return <Editor place={row.place} onAdd={acts.onAdd} onCancel={acts.onCancel} />;
    case 'note':
      return <p className={styles['note']}>{row.text}</p>;
    case 'more':
      return (
        <button {...place} type="button" className={styles['more']} onClick={() => acts.onReadOn(row.path)}>
          {countWords(row.left, 'more line')}
        </button>
      );
    case 'more-files':
      return (
        <button {...place} type="button" className={styles['more']} onClick={acts.onShowMore}>
          {countWords(row.left, 'more file')}
        </button>
      );
  }
}

type Place = { readonly tabIndex: number; readonly 'data-row-focus': true };

function FileRow(props: {
  row: Extract<ChangeRow, { type: 'file' }>;
  place: Place;
  onToggle: (path: string) => void;
}) {
  const { file, isOpen } = props.row;
  const { path, additions, deletions, kind } = file;
  const cut = path.lastIndexOf('/') + 1;
  return (
    <button
      {...props.place}
      type="button"
      className={styles['file']}
      aria-expanded={isOpen}
      title={path}
      onClick={() => props.onToggle(path)}
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} size="xs" className={styles['chevron']} />
      <span className={styles['path']}>
        <span className={styles['folder']}>{visibleText(path.slice(0, cut))}</span>
        <span className={styles['name']}>{visibleText(path.slice(cut))}</span>
      </span>
      {kind !== 'changed' && (
        <span className={styles['kind']}>{kindWords({ ...file, old_path: undefined })}</span>
      )}
      <span className={styles['numbers']}>
        {additions !== null && additions > 0 && (
          <span className={styles['plus']}>+{additions.toLocaleString('en')}</span>
        )}
        {deletions !== null && deletions > 0 && (
          <span className={styles['minus']}>−{deletions.toLocaleString('en')}</span>
        )}
      </span>
    </button>
  );
}

const SIGNS = { same: ' ', add: '+', delete: '−', hunk: '' } as const;

function LineRow(props: RowActs & { row: Extract<ChangeRow, { type: 'line' }>; place: Place }) {
  const { path, line } = props.row;
  const place = placeOf(path, line);
  if (place === null) return <div className={styles['hunk']}>{visibleText(line.text)}</div>;
  const said = { add: 'added', delete: 'deleted', same: 'unchanged', hunk: '' }[line.type];
  return (
    <div className={classNames(styles['line'], styles[line.type])}>
      <button
        {...props.place}
        type="button"
        className={styles['number']}
        aria-label={`Comment on line ${place.line}, ${said}`}
        aria-disabled={props.disabledReason !== null || undefined}
        aria-description={props.disabledReason ?? undefined}
        title={props.disabledReason ?? 'Comment on this line'}
        onClick={() => {
          if (props.disabledReason === null) props.onComment(place);
        }}
      >
        {place.line}
      </button>
      <span className={styles['sign']}>{SIGNS[line.type]}</span>
      <span className={styles['code']}>
        {visibleText(line.text)}
        {line.is_cut === true && <span className={styles['quiet']}> … the line goes on</span>}
        {line.is_open === true && <span className={styles['quiet']}> no line break at the end</span>}
      </span>
    </div>
  );
}

function Editor(props: {
  place: LinePlace;
  onAdd: (place: LinePlace, text: string) => void;
  onCancel: () => void;
}) {
  const { place, onAdd, onCancel } = props;
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() !== '') onAdd(place, text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      add();
    }
    if (event.key === 'Escape' && text.trim() === '') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div className={styles['editor']}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
        autoFocus
        rows={3}
        value={text}
        aria-label={`Comment on line ${place.line} of ${place.path}`}
        placeholder="What should Claude do about this line?"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles['acts']}>
        <Button size="s" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="s" onClick={add} disabledReason={text.trim() === '' ? 'Write something first.' : null}>
          Add comment
        </Button>
      </div>
    </div>
  );
}
