import { LogOut } from 'lucide-react';
import { useAppInfo } from '../../app/state/app-info';
import { useCommand } from '../../bridge/react';
import { enterStage, stageOf } from '../../bridge/stage';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import styles from './DemoSection.module.css';

/** Says that this is a demo, and the way out of it where there is another place to go. */
export function DemoSection({ isRail }: { isRail: boolean }) {
  const { is_demo } = useAppInfo();
  const leave = useCommand('demo.leave');
  if (!is_demo) return null;
  const isGuest = stageOf(window.sessionStorage) === 'demo';
  const goBack = async () => {
    // Gone already is as good as left.
    await leave.run({});
    enterStage(window, undefined);
  };
  if (isRail)
    return isGuest ? <IconButton icon={LogOut} label="Leave the demo" onClick={() => void goBack()} /> : null;
  return (
    <section className={styles['demo']} aria-label="Demo">
      <strong>This is a demo</strong>
      <p>
        A made-up project and a scripted model. Start work on <b>tide-3qa</b>. Nothing of yours is touched,
        and nothing of it stays.
      </p>
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
