import { worktreePlace } from '@domain/work/worktree-place';
import { Segments } from '../../ui/Segments';
import { choicesOf } from './choices.logic';
import { KeptText } from './KeptText';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import { SwitchRow } from './SwitchRow';
import type { SectionProps } from './section';
import { useChange } from './use-change';

const EXAMPLE = { project: 'tidewater', bead: 'tide-3qa', branch: 'tide-3qa-heights' };

const placeProblem = (text: string) =>
  text.trim() === '' || text.length > 1000 ? 'Say where, for example ../{project}.{bead}.' : null;

export function Work({ disabledReason }: SectionProps) {
  const [{ work, sessions }, change] = useChange();
  const { worktree_place, context_tokens } = work;
  return (
    <div className={styles['group']}>
      <KeptText
        name="Worktrees"
        hint={`Where a new one goes, from the project's folder on: {project}, {bead} and {branch} are filled in. For example ${worktreePlace(worktree_place, EXAMPLE)}`}
        isMono
        size={28}
        value={worktree_place}
        check={placeProblem}
        disabledReason={disabledReason}
        onKeep={(text) => change({ work: { worktree_place: text.trim() } }, `Worktrees go to ${text.trim()}`)}
      />
      <SettingRow
        name="Context pack"
        hint="How much of the project Claude is told at the start, in estimated tokens. What does not fit is named and left out."
      >
        <Segments
          label="Context pack"
          value={String(context_tokens)}
          choices={choicesOf([10_000, 30_000, 60_000], context_tokens, (n) => `${n / 1000}k`)}
          disabledReason={disabledReason}
          onChange={(most) =>
            change(
              { work: { context_tokens: Number(most) } },
              `A context pack holds ${Number(most) / 1000}k tokens`,
            )
          }
        />
      </SettingRow>
      <SwitchRow
        name="Notes on commits"
        hint="Each commit of a session gets a git note with its bead and session, under refs/notes/beads-console. There are no trailers to choose: a trailer would change the message of your commit, and so its hash; a note does not."
        isOn={sessions.commit_notes}
        disabledReason={disabledReason}
        onChange={(isOn) =>
          change({ sessions: { commit_notes: isOn } }, isOn ? 'Commits get a note' : 'Commits get no note')
        }
      />
    </div>
  );
}
