import type { Agent, AgentList } from '@domain/agent';
import type { PermissionMode } from '@domain/session/live';
import type { Seat } from '@domain/session/values';
import type { BranchCheck, StartPlan, Where } from '@domain/work/start-plan';
import { ChevronRight, MapIcon, Pencil, Shield } from 'lucide-react';
import { useAppInfo } from '../../app/state/app-info';
import { modelWords } from '../../app/usage-words';
import { shortPath } from '../../app/words';
import { classNames } from '../../ui/class-names';
import fieldStyles from '../../ui/Field.module.css';
import { Icon } from '../../ui/Icon';
import { type Choice, Segments } from '../../ui/Segments';
import { Select } from '../../ui/Select';
import styles from './StartDialog.module.css';
import type { StartForm } from './start-form.logic';
import { dirtWords, placeProblem } from './start-words.logic';

type FieldsProps = {
  readonly form: StartForm;
  readonly change: (change: Partial<StartForm>) => void;
};
type PlanFieldsProps = FieldsProps & { readonly plan: StartPlan };

const PLACES: readonly Choice<Where>[] = [
  { value: 'in-place', label: 'In place' },
  { value: 'worktree', label: 'New worktree' },
];

export function WhereField({ plan, form, check, change }: PlanFieldsProps & { check: BranchCheck }) {
  const { git } = plan;
  const home = useAppInfo().home_folder;
  const problem = placeProblem(plan, form.where, form.branch.trim());
  const dirt = git === null ? null : dirtWords(git, form.where);
  const place = form.where === 'worktree' ? check.place : (git?.root ?? '');
  return (
    <div className={fieldStyles['field']}>
      <span className={fieldStyles['label']}>Where</span>
      <div className={styles['whole']}>
        <Segments
          label="Where"
          value={form.where}
          choices={PLACES}
          onChange={(where) => change({ where })}
          disabledReason={git === null ? 'Without git there is only this folder.' : null}
        />
      </div>
      {place !== '' && (
        <div className={fieldStyles['note']}>
          <code className={styles['path']} title={place}>
            {shortPath(place, home)}
          </code>
        </div>
      )}
      {(problem ?? dirt) !== null && (
        <div
          role={problem === null ? undefined : 'alert'}
          className={classNames(fieldStyles['note'], problem !== null && fieldStyles['bad'])}
        >
          <span>{problem ?? dirt}</span>
        </div>
      )}
    </div>
  );
}

const NOBODY: AgentList = { agents: [], broken: [], has_untrusted: false };
const NO_AGENT = { value: '', label: 'Claude' };

const agentLabel = ({ name, model, source }: Agent) =>
  [
    name,
    ...(model === null || model === 'inherit' ? [] : [modelWords(model)]),
    ...(source === 'user' ? ['yours'] : []),
  ].join(' · ');

type AgentFieldProps = {
  /** Null: not known yet. */
  readonly agents: AgentList | null;
  readonly agent: string;
  readonly change: (change: { agent: string }) => void;
};

export function AgentField({ agents: list, agent: name, change }: AgentFieldProps) {
  const { agents, broken, has_untrusted } = list ?? NOBODY;
  const chosen = agents.find((agent) => agent.name === name);
  const notes = [
    chosen === undefined ? 'Claude as it is, without an agent of its own.' : chosen.description,
    ...(has_untrusted ? ['The project has agents; trust it to use them.'] : []),
    ...(broken.length === 0
      ? []
      : [`${broken.length} agent file${broken.length === 1 ? '' : 's'} cannot be used.`]),
  ];
  return (
    <Select
      label="Agent"
      value={name}
      choices={[NO_AGENT, ...agents.map((agent) => ({ value: agent.name, label: agentLabel(agent) }))]}
      onChange={(agent) => change({ agent })}
      hint={
        <span
          className={styles['about']}
          title={broken.map(({ file, reason }) => `${file}: ${reason}`).join('\n') || undefined}
        >
          {notes.filter((note) => note !== '').join(' ')}
        </span>
      }
    />
  );
}

const MODES: readonly Choice<PermissionMode>[] = [
  { value: 'default', label: 'Ask each time', icon: Shield },
  { value: 'acceptEdits', label: 'Accept edits', icon: Pencil },
  { value: 'plan', label: 'Plan first', icon: MapIcon },
];

type PermissionFieldProps = {
  readonly mode: PermissionMode;
  readonly change: (change: { mode: PermissionMode }) => void;
};

export function PermissionField({ mode: now, change }: PermissionFieldProps) {
  return (
    <div className={fieldStyles['field']}>
      <span className={fieldStyles['label']}>Permission</span>
      <div className={styles['whole']}>
        <Segments label="Permission" value={now} choices={MODES} onChange={(mode) => change({ mode })} />
      </div>
    </div>
  );
}

const SEATS: readonly { value: Seat; label: string }[] = [
  { value: 'pty', label: 'In its own terminal' },
  { value: 'stream', label: 'Letter by letter, without a terminal' },
];

type SeatFieldProps = { readonly seat: Seat; readonly change: (change: { seat: Seat }) => void };

export function SeatField({ seat: now, change }: SeatFieldProps) {
  return (
    <Select label="Seat" value={now} choices={SEATS} onChange={(seat) => change({ seat: seat as Seat })} />
  );
}

export function MoreFields({ plan, form, change }: PlanFieldsProps) {
  const models = [
    { value: '', label: 'As Claude or the agent chooses' },
    ...plan.models.map((model) => ({ value: model, label: modelWords(model) })),
  ];
  const known = models.some(({ value }) => value === form.model)
    ? []
    : [{ value: form.model, label: form.model }];
  return (
    <details className={styles['fold']}>
      <summary>
        <b>
          <Icon of={ChevronRight} size="xs" />
          More
        </b>
        <span className="cut">
          {form.model === '' ? 'Claude’s own model' : modelWords(form.model)},{' '}
          {form.seat === 'pty' ? 'in its own terminal' : 'without a terminal'}
        </span>
      </summary>
      <div className={classNames(styles['inside'], styles['pair'])}>
        <Select
          label="Model"
          value={form.model}
          choices={[...models, ...known]}
          onChange={(model) => change({ model })}
        />
        <SeatField seat={form.seat} change={change} />
      </div>
    </details>
  );
}
