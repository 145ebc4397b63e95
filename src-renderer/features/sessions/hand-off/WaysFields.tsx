import { Field } from '../../../ui/Field';
import fieldStyles from '../../../ui/Field.module.css';
import { Segments } from '../../../ui/Segments';
import { Select } from '../../../ui/Select';
import styles from './HandOff.module.css';
import type { WayChoices, Ways } from './use-ways';

type WaysFieldsProps = {
  readonly ways: Ways;
  readonly choices: WayChoices;
  readonly change: (part: Partial<Ways>) => void;
};

export function WaysFields({ ways, choices, change }: WaysFieldsProps) {
  const { agents, worktreeBar, sameWords } = choices;
  const names = new Set(['', ways.agent, ...agents.map(({ name }) => name)]);
  const places = [
    { value: 'same', label: sameWords },
    { value: 'worktree', label: 'New worktree' },
  ] as const;
  return (
    <>
      <div className={styles['pair']}>
        <div className={fieldStyles['field']}>
          <span className={fieldStyles['label']}>Where</span>
          <Segments
            label="Where"
            value={ways.where}
            choices={places}
            disabledReason={worktreeBar}
            onChange={(where) => change({ where })}
          />
          {worktreeBar !== null && <div className={fieldStyles['note']}>{worktreeBar}</div>}
        </div>
        <Select
          label="Agent"
          value={ways.agent}
          choices={[...names].map((value) => ({ value, label: value === '' ? 'Claude' : value }))}
          onChange={(agent) => change({ agent })}
        />
      </div>
      {ways.where === 'worktree' && (
        <Field
          label="Branch of the new worktree"
          isMono
          hint="Begins where this session’s branch is. What is not committed stays here."
          value={ways.branch}
          onChange={(event) => change({ branch: event.target.value })}
        />
      )}
    </>
  );
}
