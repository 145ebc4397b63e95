import type { FolderPath, SessionId } from '@domain/ids';
import type { BranchCheck, StartPlan } from '@domain/work/start-plan';
import { useEffect, useRef, useState } from 'react';
import { gitSentences } from '../../app/git-words';
import { useSendKey } from '../../app/keymap/use-keymap';
import { useProject } from '../../app/state/project';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { useFirstFocus } from '../../ui/use-first-focus';
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
import { givesFocusBack, goOnIn, useStartWork } from './use-start-work';

/** `argument`: the bead to work on. One dialog from the question to the answer: what is known later fills it in. */
export function StartDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const sendKey = useSendKey();
  const [state, again] = usePlan(project?.path ?? null, argument);
  const plan = state.type === 'ready' ? state.plan : null;
  const [changes, setChanges] = useState<Partial<StartForm>>({});
  // Enter that came before the answer counts: two keys are enough for who accepts what is suggested.
  const [isEager, setEager] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const { start, isStarting, underWay, failure, forget } = useStartWork(close);
  const form = plan === null ? null : { ...firstForm(plan), ...changes };
  const folder = project?.path ?? ('' as FolderPath);
  const check = useBranchCheck(plan, form, folder);
  const preview = usePreview(plan, form, folder);
  const change = (changed: Partial<StartForm>) => {
    setChanges((last) => ({ ...last, ...changed }));
    forget();
  };
  const obstacle = plan === null || form === null || check === null ? null : obstacleOf(plan, form, check);
  const submit = () => {
    if (state.type === 'failed') return again();
    if (plan === null || form === null) return setEager(true);
    if (obstacle !== null || isStarting) return first.current?.focus();
    void start((attempt) => wishOf(plan, form, folder, attempt));
  };
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  const isReady = plan !== null;
  // What was not expected is read first: somebody has the bead, or there is no git to make a branch in.
  const isAsExpected = plan !== null && plan.claim_problem === null && plan.git_problem === null;
  useEffect(() => {
    if (isReady && isEager && isAsExpected) latest.current();
  }, [isReady, isEager, isAsExpected]);
  useFirstFocus(first, isReady);
  if (project === null) return null;

  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Start work on ${argument}`}
      description={plan?.bead?.title ?? '\u00a0'}
      // The plan may be there before the dialog has given the focus to anybody.
      initialFocus={first}
      givesFocusBack={givesFocusBack}
      onSubmit={submit}
      failure={
        state.type === 'failed' ? (
          <Notice tone="broken" title={state.why.happened} details={state.why.details} isAnnounced>
            {state.why.safe} {state.why.next}
          </Notice>
        ) : (
          failure !== null && <StartFailure error={failure} after={forget} />
        )
      }
      footerNote={
        isStarting ? (
          <StartProgress underWay={underWay} />
        ) : (
          plan !== null && form !== null && whatHappens(plan, form.where, form.reuse)
        )
      }
      footer={
        <>
          {isStarting && underWay?.at === 'claude' && underWay.session_id !== null ? (
            <ShowSession id={underWay.session_id} close={close} />
          ) : (
            <Button onClick={close}>{isStarting ? 'Hide' : 'Cancel'}</Button>
          )}
          <Button
            type="submit"
            variant="primary"
            shortcut={sendKey}
            disabledReason={isStarting ? null : obstacle}
            isLoading={isStarting || (isEager && state.type === 'loading')}
            loadingLabel="Starting…"
          >
            {state.type === 'failed' ? 'Try again' : 'Start work'}
          </Button>
        </>
      }
    >
      {plan === null || form === null || check === null || preview === null ? (
        state.type === 'loading' && (
          <div className={styles['waiting']} data-first-focus tabIndex={-1}>
            <Skeleton lines={6} label="Looking at the bead and at git" />
          </div>
        )
      ) : (
        <>
          <ClaimNotice plan={plan} />
          {plan.git === null ? (
            <GitNotice plan={plan} />
          ) : (
            <BranchField plan={plan} git={plan.git} form={form} check={check} change={change} ref={first} />
          )}
          <div className={styles['pair']}>
            <WhereField plan={plan} form={form} check={check} change={change} />
            <AgentField agents={plan.agents} agent={form.agent} change={change} />
          </div>
          <ContextSection form={form} preview={preview} change={change} />
          <PermissionField mode={form.mode} change={change} />
          <PromptSection form={form} preview={preview} change={change} />
          <MoreFields plan={plan} form={form} change={change} />
        </>
      )}
    </Dialog>
  );
}

/** Claude may ask something before it begins: the session is there to be looked at. */
function ShowSession({ id, close }: { id: SessionId; close: () => void }) {
  return <Button onClick={() => goOnIn({ id }, close)}>Show the session</Button>;
}

function obstacleOf(plan: StartPlan, form: StartForm, check: BranchCheck): string | null {
  const branch = plan.git === null ? null : branchState(form, check, true);
  if (branch?.type === 'bad' || branch?.type === 'exists') return branch.words;
  return placeProblem(plan, form.where, form.branch.trim());
}

const NO_CHOICE = { prompt: '', context: { parts: [], files: [], notes: '' } };

/** What the choice comes to; the last answer stands until the next one is there, so that nothing jumps. */
function usePreview(plan: StartPlan | null, form: StartForm | null, project: FolderPath) {
  const keyOf = (of: StartForm | null) =>
    JSON.stringify(of === null ? NO_CHOICE : { prompt: of.prompt, context: choiceOf(of) });
  const now = keyOf(form);
  const settled = useSettled(now, 200);
  const isFirst = plan === null || now === keyOf(firstForm(plan));
  const { prompt, context } = JSON.parse(settled) as typeof NO_CHOICE;
  const bead = plan?.bead == null ? {} : { bead_id: plan.bead.id };
  const answer = useQueryEntry(
    'starting.preview',
    { project, prompt, context, ...bead },
    { isEnabled: !isFirst && settled === now, keepPrevious: true },
  );
  if (plan === null) return null;
  return (isFirst ? undefined : answer.data) ?? plan.context;
}

function ClaimNotice({ plan: { bead, claim_problem } }: { plan: StartPlan }) {
  if (bead === null || claim_problem === null) return null;
  const holder = bead.assignee === null ? '' : `, held by ${bead.assignee}`;
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
