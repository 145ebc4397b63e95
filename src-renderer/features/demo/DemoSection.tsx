import { Clapperboard, LogOut } from 'lucide-react';
import { useAppInfo } from '../../app/state/app-info';
import { openOverlay } from '../../app/state/window';
import { useCommand } from '../../bridge/react';
import { enterStage, stageOf } from '../../bridge/stage';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { isAsking, isBusy, openSession, readInHistory, useSessions } from '../sessions';
import styles from './DemoSection.module.css';
import { DEMO_BEAD, DEMO_WORDS, demoStep } from './demo-step.logic';

/** Says that this is a demo, what comes next in it, and the way out where there is another place to go. */
export function DemoSection({ isRail }: { isRail: boolean }) {
  return useAppInfo().is_demo ? <Demo isRail={isRail} /> : null;
}

function Demo({ isRail }: { isRail: boolean }) {
  const leave = useCommand('demo.leave');
  const isGuest = stageOf(window.sessionStorage) === 'demo';
  const goBack = async () => {
    // Gone already is as good as left.
    await leave.run({});
    enterStage(window, undefined);
  };
  const next = useNextStep();
  if (isRail)
    return (
      <div className={styles['rail']}>
        <IconButton icon={Clapperboard} label={`Demo: ${next.label}`} onClick={next.run} />
        {isGuest && <IconButton icon={LogOut} label="Leave the demo" onClick={() => void goBack()} />}
      </div>
    );
  return (
    <section className={styles['demo']} aria-label="Demo">
      <strong>This is a demo</strong>
      <p>{next.words}</p>
      <Button size="s" onClick={next.run}>
        {next.label}
      </Button>
      {isGuest && (
        <Button
          size="s"
          icon={LogOut}
          isLoading={leave.isRunning}
          loadingLabel="Leaving…"
          onClick={() => void goBack()}
        >
          Leave the demo
        </Button>
      )}
    </section>
  );
}

type NextStep = { readonly words: string; readonly label: string; readonly run: () => void };

function useNextStep(): NextStep {
  const sessions = useSessions().value?.sessions ?? [];
  const { step, session } = demoStep(
    sessions.map((each) => ({
      id: each.id,
      bead_id: each.bead_id,
      status: each.status,
      isAsking: isAsking(each),
      isBusy: isBusy(each),
      hasAnswered: (each.stats?.assistant_messages ?? 0) > 0,
    })),
  );
  const words = DEMO_WORDS[step];
  if (session === null)
    return {
      words,
      label: `Begin with ${DEMO_BEAD}`,
      run: () => openOverlay('start-work', DEMO_BEAD),
    };
  const { id } = session;
  if (step === 'end') return { words, label: 'End session…', run: () => openOverlay('end-session', id) };
  if (step === 'read') return { words, label: 'Read it in History', run: () => readInHistory(id) };
  return { words, label: 'Show the session', run: () => openSession({ id }) };
}
