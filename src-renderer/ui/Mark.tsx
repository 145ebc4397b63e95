import { classNames } from './class-names';
import styles from './Mark.module.css';

export type MarkState = 'draft' | 'active' | 'waiting' | 'paused' | 'limit' | 'crashed' | 'closed';

/** Wherever states are sorted: what needs a person first. */
export const MARK_ORDER: readonly MarkState[] = [
  'waiting',
  'crashed',
  'limit',
  'active',
  'draft',
  'paused',
  'closed',
];

const WORDS: Record<MarkState, string> = {
  draft: 'Draft',
  active: 'Active',
  waiting: 'Needs an answer',
  paused: 'Paused',
  limit: 'Usage limit',
  crashed: 'Crashed',
  closed: 'Closed',
};

export type MarkProps = {
  readonly state: MarkState;
  /** Inside a turn: the halo breathes. */
  readonly isBreathing?: boolean;
  /** What a screen reader says; null when a word beside it says it already. */
  readonly label?: string | null;
};

/** A session is a bead. Every state has a shape of its own, so that colour is never the only sign. */
export function Mark({ state, isBreathing = false, label = WORDS[state] }: MarkProps) {
  const className = classNames(styles['mark'], styles[state]);
  const shape = <Shape state={state} isBreathing={isBreathing} />;
  if (label === null)
    return (
      <svg className={className} viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
    );
  return (
    <svg className={className} viewBox="0 0 12 12" role="img" aria-label={label}>
      {shape}
    </svg>
  );
}

function Shape({ state, isBreathing }: { state: MarkState; isBreathing: boolean }) {
  const ring = { cx: 6, cy: 6, fill: 'none', stroke: 'currentColor' };
  switch (state) {
    case 'draft':
      return <circle {...ring} r="4.4" strokeWidth="1.5" strokeDasharray="2 2.1" />;
    case 'active':
      return (
        <>
          <circle cx="6" cy="6" r="3.75" fill="currentColor" />
          <circle
            {...ring}
            r="5.6"
            strokeWidth="1.2"
            className={isBreathing ? styles['breathing'] : styles['still']}
          />
        </>
      );
    case 'waiting':
      return (
        <>
          <circle {...ring} r="5.1" strokeWidth="1.6" />
          <circle cx="6" cy="6" r="2.4" fill="currentColor" />
        </>
      );
    case 'paused':
      return (
        <>
          <circle {...ring} r="4.5" strokeWidth="1.5" />
          <path d="M6 2.2a3.8 3.8 0 0 0 0 7.6z" fill="currentColor" />
        </>
      );
    case 'limit':
      return (
        <>
          <circle {...ring} r="4.9" strokeWidth="1.5" />
          <path
            d="M6 3.4V6l1.8 1.2"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        </>
      );
    case 'crashed':
      return (
        <>
          <circle cx="6" cy="6" r="5.6" fill="currentColor" />
          <path
            d="M4.2 4.2l3.6 3.6M7.8 4.2L4.2 7.8"
            className={styles['cross']}
            strokeWidth="1.5"
            strokeLinecap="round"
          />
        </>
      );
    case 'closed':
      return <circle {...ring} r="4.25" strokeWidth="1.5" />;
  }
}
