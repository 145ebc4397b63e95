import type { BeadId, FolderPath } from '@domain/ids';
import type { StartPlan } from '@domain/work/start-plan';
import { useEffect, useState } from 'react';
import type { Sentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { planSentences } from './start-errors';

export type PlanState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly why: Sentences }
  | { readonly type: 'ready'; readonly plan: StartPlan };

/** Asked anew whenever the dialog opens: an old answer about a bead or a branch is a wrong one. */
export function usePlan(project: FolderPath | null, bead: string): [PlanState, () => void] {
  const client = useClient();
  const [state, setState] = useState<PlanState>({ type: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (project === null) return;
    let isWanted = true;
    const input = { project, ...(bead === '' ? {} : { bead_id: bead as BeadId }) };
    void client.ask('starting.plan', input).then((answer) => {
      if (!isWanted) return;
      setState(
        answer.ok
          ? { type: 'ready', plan: answer.value }
          : { type: 'failed', why: planSentences(answer.error) },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [client, project, bead, round]);
  return [
    state,
    () => {
      setState({ type: 'loading' });
      setRound((last) => last + 1);
    },
  ];
}
