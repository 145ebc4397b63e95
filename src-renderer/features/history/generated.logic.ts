import type { GeneratedSummary } from '@domain/history/generated-summary';
import { costWords, modelWords } from '../../app/usage-words';

/** Who wrote it, what that cost, and whether the session went on since. */
export function generatedWords(generated: GeneratedSummary, updatedAt: string): string {
  const { model, cost_micro_usd, session_updated_at } = generated;
  const parts = [
    ...(model === null ? ['Nothing was said, so nobody was asked'] : [modelWords(model)]),
    ...(model === null
      ? []
      : [
          cost_micro_usd === null
            ? 'cost unknown'
            : `${costWords(cost_micro_usd)}, counted apart from the session`,
        ]),
    ...(session_updated_at === updatedAt ? [] : ['the session has gone on since']),
  ];
  return parts.join(' · ');
}
