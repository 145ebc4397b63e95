import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { useAppInfo } from '../../app/state/app-info';
import type { CallError } from '../../bridge/client';
import { useCommand } from '../../bridge/react';
import { enterStage } from '../../bridge/stage';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Notice } from '../../ui/Notice';
import { demoSentences, installCommand } from './demo-errors';

/** For the welcome screen: the way into the demo, and what is missing for it. */
export function DemoButton({ className }: { className?: string | undefined }) {
  const { is_demo } = useAppInfo();
  const start = useCommand('demo.start');
  const [failure, setFailure] = useState<CallError<'demo.start'> | null>(null);
  if (is_demo) return null;
  const go = async () => {
    setFailure(null);
    const started = await start.run({});
    if (started.ok) enterStage(window, 'demo');
    else setFailure(started.error);
  };
  const words = failure === null ? null : demoSentences(failure);
  const command = failure === null ? null : installCommand(failure);
  return (
    <>
      <Button
        size="l"
        icon={Clapperboard}
        isLoading={start.isRunning}
        loadingLabel="Making it…"
        onClick={() => void go()}
      >
        See a demo
      </Button>
      {words !== null && (
        <div className={className}>
          <Notice
            tone="broken"
            title={words.happened}
            details={words.details}
            isAnnounced
            actions={command === null ? undefined : <CopyButton text={command} />}
          >
            {words.safe} {words.next} {command !== null && <code>{command}</code>}
          </Notice>
        </div>
      )}
    </>
  );
}
