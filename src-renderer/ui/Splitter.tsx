import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from './class-names';
import styles from './Splitter.module.css';
import { draggedWidth, keyedWidth, type SplitterRange } from './splitter.logic';

export type SplitterProps = SplitterRange & {
  /** "Width of the sidebar" */
  readonly label: string;
  readonly value: number;
  /** Where the thing it sizes stands. */
  readonly sizes: 'left' | 'right';
  readonly onChange: (value: number) => void;
  /** The drag ended, or a key was pressed: the moment to remember it. */
  readonly onCommit: (value: number) => void;
  readonly onReset: () => void;
};

export function Splitter(props: SplitterProps) {
  const { label, value, min, max, sizes, onChange, onCommit, onReset } = props;
  const drag = useRef<{ fromX: number; fromValue: number; last: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromValue: value, last: value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return;
    const { fromX, fromValue } = drag.current;
    const next = draggedWidth(fromValue, event.clientX - fromX, sizes, { min, max });
    drag.current.last = next;
    onChange(next);
  };
  const onPointerUp = () => {
    const last = drag.current?.last;
    drag.current = null;
    if (last !== undefined && last !== value) onCommit(last);
    else if (last !== undefined) onCommit(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyedWidth(event.key, value, sizes, { min, max });
    if (next === null) return;
    event.preventDefault();
    onChange(next);
    onCommit(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this is the window splitter pattern
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      tabIndex={0}
      className={classNames(styles['splitter'], styles[sizes])}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}
