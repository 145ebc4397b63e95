import { costWords } from '../../app/usage-words';
import { useQueryEntry } from '../../bridge/react';
import { modelProblem } from './claude-program.logic';
import { KeptText } from './KeptText';
import type { SectionProps } from './section';
import { useChange } from './use-change';

/** Which model writes summaries, and what they have come to. */
export function SummaryModel({ disabledReason }: SectionProps) {
  const [{ history }, change] = useChange();
  const { data } = useQueryEntry('history.summaryCosts', {});
  const made = data?.made ?? 0;
  const spent =
    data === undefined || made + data.failed === 0
      ? 'None was written so far.'
      : `So far ${made === 1 ? 'one summary' : `${made} summaries`}, ${costWords(data.cost_micro_usd)}.`;
  return (
    <KeptText
      name="Model of summaries"
      hint={`Handed to Claude as it is; a small one is enough. ${spent}`}
      isMono
      value={history.summary_model}
      placeholder="haiku"
      check={modelProblem}
      disabledReason={disabledReason}
      onKeep={(text) => {
        const summary_model = text.trim() === '' ? 'haiku' : text.trim();
        change({ history: { summary_model } }, `Summaries are written by ${summary_model}`);
      }}
    />
  );
}
