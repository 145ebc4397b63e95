import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { useBeads } from '../bead';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';
import { trackerWords } from './tracker.logic';

export function Tracker({ disabledReason }: SectionProps) {
  const project = useProject();
  return (
    <div className={styles['group']}>
      {project === null ? (
        <SettingRow name="This project" hint="Open a project to see which tracker keeps its beads." />
      ) : (
        <ProjectTracker />
      )}
      <SettingRow
        name="Columns"
        hint="Which columns the board has, in which order, and which statuses stand in each."
      >
        <Button
          size="s"
          disabledReason={disabledReason ?? (project === null ? 'Open a project first' : null)}
          onClick={() => openOverlay('board-columns')}
        >
          Change columns…
        </Button>
      </SettingRow>
      <SettingRow
        name="Program"
        hint="bd is found by BEADS_CONSOLE_BD, then on the PATH. A plain issues.jsonl needs no program."
      />
    </div>
  );
}

function ProjectTracker() {
  const { value } = useBeads();
  const { name, hint } = trackerWords(value);
  return <SettingRow name={name} hint={hint} />;
}
