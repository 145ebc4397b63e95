import { ShieldOff } from 'lucide-react';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** For the top of a view whose acts need trust. Nothing when the project is trusted. */
export function TrustNotice() {
  const project = useProject();
  if (project === null || project.is_trusted) return null;
  return (
    <Notice
      tone="quiet"
      icon={ShieldOff}
      title={`${project.name} is not trusted yet.`}
      actions={
        <Button size="s" onClick={() => openOverlay('project.trust')}>
          Trust this project…
        </Button>
      }
    >
      You can read everything. Changing beads and starting work can run the project's own code, so they wait
      for you.
    </Notice>
  );
}
