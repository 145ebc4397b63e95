import { useProject } from '../../app/state/project';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';

/** Reads the beads again, now. */
export function TryAgain() {
  const project = useProject();
  const refresh = useCommand('beads.refresh');
  if (project === null) return null;
  return (
    <Button
      isLoading={refresh.isRunning}
      loadingLabel="Trying…"
      onClick={() => void refresh.run({ project: project.path })}
    >
      Try again
    </Button>
  );
}
