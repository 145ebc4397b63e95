import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import styles from './ColumnsDialog.module.css';
import type { ColumnDraft, ColumnProblem } from './columns-edit.logic';

type ColumnRowProps = {
  readonly draft: ColumnDraft;
  readonly index: number;
  readonly count: number;
  readonly statuses: readonly string[];
  readonly problems: readonly ColumnProblem[];
  readonly onChange: (patch: Partial<ColumnDraft>) => void;
  readonly onMove: (to: number) => void;
  readonly onDrop: (from: number) => void;
  readonly onRemove: () => void;
};

export function ColumnRow(props: ColumnRowProps) {
  const { draft, index, count, statuses, problems, onChange, onMove, onDrop, onRemove } = props;
  const { column, title, takes, gives, isHidden } = draft;
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const element = row.current;
    const handle = element?.querySelector(`[data-handle="${column.id}"]`);
    if (element === null || !handle) return;
    return combine(
      draggable({ element, dragHandle: handle, getInitialData: () => ({ column: index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['column'] === 'number',
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          drop.current(Number(source.data['column']));
        },
      }),
    );
  }, [column.id, index]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const problem = (field: ColumnProblem['field']) =>
    problems.find((each) => each.field === field)?.why ?? null;
  const name = title.trim() || column.id;
  return (
    <li ref={row} className={classNames(styles['row'], isOver && styles['over'])}>
      <button
        type="button"
        className={styles['handle']}
        data-handle={column.id}
        aria-label={`Move ${name}, ${index + 1} of ${count}. Arrow keys move it`}
        onKeyDown={onKeyDown}
      >
        <Icon of={GripVertical} size="s" />
      </button>
      <Field
        label="Name"
        value={title}
        maxLength={60}
        error={problem('title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field
        label="Takes"
        isMono
        value={takes}
        error={problem('takes')}
        onChange={(event) => onChange({ takes: event.target.value })}
      />
      <div className={styles['gives']}>
        <label htmlFor={id}>Gives</label>
        <select id={id} value={gives} onChange={(event) => onChange({ gives: event.target.value })}>
          <option value="">nothing</option>
          {[...new Set([...statuses, ...(gives === '' ? [] : [gives])])].map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </select>
      </div>
      <label className={styles['shown']}>
        <input
          type="checkbox"
          checked={!isHidden}
          onChange={(event) => onChange({ isHidden: !event.target.checked })}
        />
        Shown
      </label>
      <span className={styles['acts']}>
        <IconButton
          icon={ArrowUp}
          size="s"
          label={`Move ${name} up`}
          disabledReason={index === 0 ? 'It is the first.' : null}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          size="s"
          label={`Move ${name} down`}
          disabledReason={index === count - 1 ? 'It is the last.' : null}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          icon={Trash2}
          size="s"
          label={`Remove ${name}`}
          disabledReason={count === 1 ? 'A board has a column.' : null}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
