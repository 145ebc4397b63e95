import { isBranchName } from '@domain/bead/branch-name';
import type { FolderPath } from '@domain/ids';
import type { BranchCheck, StartGit, StartPlan } from '@domain/work/start-plan';
import { Check, CircleAlert, GitBranch } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import fieldStyles from '../../ui/Field.module.css';
import { Icon } from '../../ui/Icon';
import styles from './StartDialog.module.css';
import { branchState, type StartForm } from './start-form.logic';
import { useSettled } from './use-settled';

type BranchFieldProps = {
  readonly plan: StartPlan;
  readonly git: StartGit;
  readonly form: StartForm;
  readonly check: BranchCheck;
  readonly change: (change: Partial<StartForm>) => void;
  readonly ref: Ref<HTMLInputElement>;
};

/** What git says about the name, once it has stood still; the suggested one is known already. */
export function useBranchCheck(
  plan: StartPlan | null,
  form: StartForm | null,
  project: FolderPath,
): BranchCheck | null {
  const now = form?.branch.trim() ?? '';
  const branch = useSettled(now);
  const isAsked = plan?.git != null && branch !== plan.branch.branch && isBranchName(branch);
  const bead = plan?.bead == null ? {} : { bead_id: plan.bead.id };
  const asked = useQueryEntry('starting.branch', { project, branch, ...bead }, { isEnabled: isAsked });
  if (plan === null) return null;
  if (now === plan.branch.branch) return plan.branch;
  if (!isBranchName(now)) return { ...plan.branch, branch: now, verdict: 'invalid', head: null, other: null };
  return asked.data ?? { ...plan.branch, branch: '' };
}

export function BranchField({ plan, git, form, check, change, ref }: BranchFieldProps) {
  const id = useId();
  const state = branchState(form, check, form.where === 'in-place' || git.branch !== form.branch.trim());
  const isBad = state.type === 'bad' || state.type === 'exists';
  const base = git.bases.find(({ name }) => name === form.base);
  return (
    <div className={fieldStyles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={id} className={fieldStyles['label']}>
          Branch name
        </label>
        {form.reuse ? (
          <span className={styles['aside']}>
            at <code>{check.head?.slice(0, 7)}</code>
          </span>
        ) : (
          <span className={styles['aside']}>
            from{' '}
            <select
              aria-label="Begins at"
              className={styles['base']}
              value={form.base}
              onChange={(event) => change({ base: event.target.value })}
            >
              {base === undefined && <option value={form.base}>{form.base || 'this commit'}</option>}
              {git.bases.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>{' '}
            at <code>{(base?.head ?? git.head ?? '').slice(0, 7)}</code>
          </span>
        )}
      </div>
      <div className={classNames(fieldStyles['box'], isBad && fieldStyles['wrong'])}>
        <Icon of={GitBranch} size="s" className={styles['inBox']} />
        <input
          ref={ref}
          id={id}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={form.branch}
          aria-invalid={isBad || undefined}
          aria-describedby={`${id}-note`}
          className={classNames(fieldStyles['input'], fieldStyles['mono'])}
          onChange={(event) => change({ branch: event.target.value, reuse: false })}
        />
      </div>
      <div
        id={`${id}-note`}
        role={isBad ? 'alert' : 'status'}
        className={classNames(
          fieldStyles['note'],
          styles['note'],
          isBad && fieldStyles['bad'],
          state.type === 'good' && styles['good'],
        )}
      >
        {state.type !== 'checking' && <Icon of={isBad ? CircleAlert : Check} size="s" />}
        <span>{state.type === 'checking' ? 'Asking git…' : state.words}</span>
        {state.type === 'exists' && (
          <Button size="s" variant="quiet" onClick={() => change({ reuse: true })}>
            Continue on it
          </Button>
        )}
        {form.reuse && state.type === 'good' && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => change({ branch: plan.branch.branch, reuse: false })}
          >
            Make a new one
          </Button>
        )}
      </div>
    </div>
  );
}
