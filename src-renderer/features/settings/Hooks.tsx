import type { HooksError } from '@domain/hooks/elsewhere';
import { useState } from 'react';
import { commonSentences } from '../../app/words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { hooksSentence, hookWords } from './integrations.logic';
import { SettingRow } from './SettingRow';

export function Hooks() {
  const found = useQueryEntry('hooks.status', {});
  const install = useCommand('hooks.install');
  const uninstall = useCommand('hooks.uninstall');
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (command: typeof install | typeof uninstall) => {
    const done = await command.run({});
    setRefusal(done.ok ? null : hooksSentence(done.error as HooksError));
    await found.refetch();
  };
  const state = found.data ?? null;
  const broken =
    found.error === null
      ? null
      : (hooksSentence(found.error.failure as HooksError) ?? commonSentences(found.error.failure).happened);
  const isThere = state?.state === 'installed';
  return (
    <SettingRow
      name="Hooks"
      hint={refusal ?? broken ?? hookWords(state)}
      isWrong={refusal !== null || broken !== null}
    >
      <Button
        size="s"
        disabledReason={state === null ? 'Looking at your Claude settings' : null}
        isLoading={install.isRunning || uninstall.isRunning}
        loadingLabel="Writing…"
        onClick={() => void run(isThere ? uninstall : install)}
      >
        {isThere ? 'Take them away' : 'Install'}
      </Button>
    </SettingRow>
  );
}
