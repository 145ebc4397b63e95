import type { BeadId } from '@domain/ids';
import type { PermissionMode } from '@domain/session/live';
import type { Seat } from '@domain/session/values';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { TextArea } from '../../ui/TextArea';
import { openSession, sessionSentences } from '../sessions';
import { StartFailure } from './StartFailure';
import { AgentField, PermissionField, SeatField } from './StartFields';
import { StartProgress } from './StartProgress';
import { usePlan } from './use-plan';
import { givesFocusBack, useStartWork } from './use-start-work';

type Chosen = { readonly agent?: string; readonly mode?: PermissionMode; readonly seat?: Seat };

const BEAD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** `argument`: the bead whose panel asked for it, or nothing. It is linked to the session and stays as it is. */
export function NewSessionDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const [state] = usePlan(project?.path ?? null, '');
  const create = useCommand('sessions.create');
  const first = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [objective, setObjective] = useState('');
  const [bead, setBead] = useState(argument);
  const [chosen, setChosen] = useState<Chosen>({});
  const [refusal, setRefusal] = useState<Sentences | null>(null);
  const { start, isStarting, underWay, failure, forget } = useStartWork(close);
  if (project === null) return null;
  const plan = state.type === 'ready' ? state.plan : null;
  const agent = chosen.agent ?? plan?.defaults.agent ?? '';
  const mode = chosen.mode ?? plan?.defaults.permission_mode ?? 'default';
  const beadError =
    bead.trim() !== '' && !BEAD.test(bead.trim()) ? 'This is not the id of a bead, like tide-3qa.' : null;
  const beadId = (bead.trim() === '' ? null : bead.trim()) as BeadId | null;
  const facts = { title: title.trim() || null, objective: objective.trim() || null };
  const seat = chosen.seat ?? plan?.defaults.seat ?? plan?.seat ?? 'pty';
  const change = (more: Chosen) => setChosen((last) => ({ ...last, ...more }));

  const begin = () => {
    if (beadError !== null) return;
    setRefusal(null);
    void start((attempt) => ({
      project: project.path,
      bead_id: beadId,
      claim: false,
      ...facts,
      prompt: objective.trim(),
      checkout: { type: 'as-is' },
      agent: agent === '' ? null : agent,
      model: null,
      permission_mode: mode,
      // As the settings say, now and when they change.
      seat: plan === null ? (chosen.seat ?? null) : seat === plan.seat ? null : seat,
      context: { parts: beadId === null ? [] : ['bead'], files: [], notes: '' },
      attempt,
    }));
  };
  const keep = async () => {
    if (beadError !== null || isStarting) return;
    forget();
    const result = await create.run({
      project: project.path,
      title: facts.title ?? undefined,
      objective: facts.objective ?? undefined,
      prompt: facts.objective ?? undefined,
      bead_id: beadId ?? undefined,
      agent_id: agent || undefined,
      // Untouched it is no choice: the draft starts as the settings say then.
      permission_mode: chosen.mode,
      seat: chosen.seat,
    });
    if (!result.ok) return setRefusal(sessionSentences(result.error));
    close();
    openSession(result.value);
  };

  return (
    <Dialog
      isOpen
      onClose={close}
      title={argument === '' ? 'New session' : `New session for ${argument}`}
      initialFocus={first}
      givesFocusBack={givesFocusBack}
      onSubmit={begin}
      failure={
        failure !== null ? (
          <StartFailure error={failure} after={forget} />
        ) : (
          refusal !== null && (
            <Notice tone="broken" title={refusal.happened} details={refusal.details} isAnnounced>
              {refusal.safe} {refusal.next}
            </Notice>
          )
        )
      }
      footerNote={
        isStarting ? (
          <StartProgress underWay={underWay} />
        ) : (
          <Button
            variant="quiet"
            isFlush
            isLoading={create.isRunning}
            loadingLabel="Saving…"
            disabledReason={beadError}
            onClick={() => void keep()}
          >
            Keep as a draft
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={close}>{isStarting ? 'Hide' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant="primary"
            icon={Play}
            disabledReason={beadError}
            isLoading={isStarting}
            loadingLabel="Starting…"
          >
            Start session
          </Button>
        </>
      }
    >
      <Field
        ref={first}
        label="Title"
        value={title}
        maxLength={300}
        placeholder="What it is about"
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Objective"
        value={objective}
        rows={3}
        maxLength={20_000}
        hint="What should be true when it is done. Claude begins with it; without one it waits for your prompt."
        onChange={(event) => setObjective(event.target.value)}
      />
      <AgentField agents={plan?.agents ?? null} agent={agent} change={change} />
      <PermissionField mode={mode} change={change} />
      <SeatField seat={seat} change={change} />
      <Field
        label="Bead"
        isMono
        value={bead}
        error={beadError}
        hint="Optional. The session is linked to it; the bead itself stays as it is."
        onChange={(event) => setBead(event.target.value)}
      />
    </Dialog>
  );
}
