import type { FolderPath, SessionId } from '@domain/ids';
import type { StartPlan } from '@domain/work/start-plan';
import { useEffect, useRef, useState } from 'react';
import { gitSentences } from '../../app/git-words';
import { useProject } from '../../app/state/project';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { openSession } from '../sessions';
import { BranchField, useBranchCheck } from './BranchField';
import { ContextSection, PromptSection } from './ContextSection';
import styles from './StartDialog.module.css';
import { StartFailure } from './StartFailure';
import { AgentField, MoreFields, PermissionField, WhereField } from './StartFields';
import { StartProgress } from './StartProgress';
import { branchState, choiceOf, firstForm, type StartForm, wishOf } from './start-form.logic';
import { placeProblem, whatHappens } from './start-words.logic';
import { usePlan } from './use-plan';
import { useSettled } from './use-settled';
import { useStartWork } from './use-start-work';

/** `argument`: the bead to work on. */
export function StartDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const [state, again] = usePlan(project?.path ?? null, argument);
  // Enter that came before the answer counts: two keys are enough for who accepts what is suggested.
  const [isEager, setEager] = useState(false);
  if (project === null) return null;
  if (state.type === 'ready')
    return <Start plan={state.plan} project={project.path} isEager={isEager} close={close} />;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Start work on ${argument}`}
      onSubmit={() => (state.type === 'failed' ? again() : setEager(true))}
      failure={
        state.type === 'failed' && (
          <Notice tone="broken" title={state.why.happened} details={state.why.details} isAnnounced>
            {state.why.safe} {state.why.next}
          </Notice>
        )
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isEager} loadingLabel="Starting…">
            {state.type === 'failed' ? 'Try again' : 'Start work'}
          </Button>
        </>
      }
    >
      {state.type === 'loading' && (
        <div className={styles['waiting']} data-first-focus tabIndex={-1}>
          <Skeleton lines={6} label="Looking at the bead and at git" />
        </div>
      )}
    </Dialog>
  );
}

type StartProps = {
  readonly plan: StartPlan;
  readonly project: FolderPath;
  readonly isEager: boolean;
  readonly close: () => void;
};

function Start({ plan, project, isEager, close }: StartProps) {
  const { bead, git } = plan;
  const [form, setForm] = useState<StartForm>(() => firstForm(plan));
  const first = useRef<HTMLInputElement>(null);
  const check = useBranchCheck(plan, form, project);
  const preview = usePreview(plan, form, project);
  const { start, isStarting, underWay, failure, forget } = useStartWork(close);
  const change = (changed: Partial<StartForm>) => {
    setForm((last) => ({ ...last, ...changed }));
    forget();
  };
  const branch = git === null ? null : branchState(form, check, true);
  const obstacle =
    branch?.type === 'bad' || branch?.type === 'exists'
      ? branch.words
      : placeProblem(plan, form.where, form.branch.trim());
  const submit = () => {
    if (obstacle !== null || isStarting) return first.current?.focus();
    void start((attempt) => wishOf(plan, form, project, attempt));
  };
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    if (isEager) latest.current();
  }, [isEager]);
  const show = (id: SessionId) => {
    close();
    openSession({ id });
  };

  return (
    <Dialog
      isOpen
      onClose={close}
      title={bead === null ? 'Start work' : `Start work on ${bead.id}`}
      description={bead?.title}
      initialFocus={first}
      onSubmit={submit}
      failure={failure !== null && <StartFailure error={failure} after={forget} />}
      footerNote={
        isStarting ? <StartProgress underWay={underWay} /> : whatHappens(plan, form.where, form.reuse)
      }
      footer={
        <>
          {isStarting && underWay?.at === 'claude' && underWay.session_id !== null ? (
            <Button onClick={() => show(underWay.session_id as SessionId)}>Show the session</Button>
          ) : (
            <Button onClick={close}>{isStarting ? 'Hide' : 'Cancel'}</Button>
          )}
          <Button
            type="submit"
            variant="primary"
            shortcut="⌃↵"
            disabledReason={isStarting ? null : obstacle}
            isLoading={isStarting}
            loadingLabel="Starting…"
          >
            Start work
          </Button>
        </>
      }
    >
      <ClaimNotice plan={plan} />
      {git === null ? (
        <GitNotice plan={plan} />
      ) : (
        <BranchField plan={plan} git={git} form={form} check={check} change={change} ref={first} />
      )}
      <div className={styles['pair']}>
        <WhereField plan={plan} form={form} check={check} change={change} />
        <AgentField agents={plan.agents} agent={form.agent} change={change} />
      </div>
      <ContextSection form={form} preview={preview} change={change} />
      <PermissionField mode={form.mode} change={change} />
      <PromptSection form={form} preview={preview} change={change} />
      <MoreFields plan={plan} form={form} change={change} />
    </Dialog>
  );
}

/** What the choice comes to; the last answer stands until the next one is there, so that nothing jumps. */
function usePreview(plan: StartPlan, form: StartForm, project: FolderPath) {
  const asked = useSettled(JSON.stringify({ prompt: form.prompt, context: choiceOf(form) }), 200);
  const first = useRef(asked);
  const { prompt, context } = JSON.parse(asked) as Pick<StartForm, 'prompt'> & {
    context: ReturnType<typeof choiceOf>;
  };
  const bead = plan.bead === null ? {} : { bead_id: plan.bead.id };
  const isFirst = asked === first.current;
  const answer = useQueryEntry(
    'starting.preview',
    { project, prompt, context, ...bead },
    { isEnabled: !isFirst, keepPrevious: true },
  );
  return (isFirst ? undefined : answer.data) ?? plan.context;
}

function ClaimNotice({ plan: { bead, claim_problem } }: { plan: StartPlan }) {
  if (bead === null || claim_problem === null) return null;
  const holder = bead.assignee === null ? '' : ` by ${bead.assignee}`;
  return (
    <Notice tone="waiting" title={`${bead.id} is ${bead.status.replaceAll('_', ' ')}${holder}.`}>
      Starting adds a session and leaves the bead as it is.
    </Notice>
  );
}

function GitNotice({ plan: { git_problem } }: { plan: StartPlan }) {
  if (git_problem === null) return null;
  const { happened } = gitSentences(git_problem);
  return (
    <Notice tone="quiet" title={happened}>
      Claude works in the folder as it is, without a branch of its own.
    </Notice>
  );
}
