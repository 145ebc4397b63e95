import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';

type NoFiguresProps = {
  readonly isReading: boolean;
  /** Null: nothing is hidden by the time, or by the project. */
  readonly onAllTime: (() => void) | null;
  readonly onAllProjects: (() => void) | null;
};

/** Why there is nothing to add up: not read yet, left out by what is chosen, or nothing was done. */
export function NoFigures({ isReading, onAllTime, onAllProjects }: NoFiguresProps) {
  if (isReading)
    return (
      <EmptyState title="Reading the history…">
        The figures appear as Claude’s transcripts are read.
      </EmptyState>
    );
  return (
    <EmptyState
      title={
        onAllTime ? 'No work in this time yet' : onAllProjects ? 'No work in this project yet' : 'No work yet'
      }
      actions={
        <>
          <Button variant="primary" onClick={() => openOverlay('new-session')}>
            New session…
          </Button>
          {onAllTime && <Button onClick={onAllTime}>Show all time</Button>}
          {onAllProjects && <Button onClick={onAllProjects}>Show all projects</Button>}
        </>
      }
    >
      What Claude uses from now on is counted here: sessions, active time, tokens and cost.
    </EmptyState>
  );
}
