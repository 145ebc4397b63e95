import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GeneratedSummary, type SummaryCosts } from '@domain/history/generated-summary';
import { SessionId } from '@domain/ids';
import { filterText } from '@domain/privacy/filter-text';
import { parseObject } from '@domain/transcript/json-fields';
import { z } from 'zod';
import type { KeptSummaries } from '../../ports/summaries';
import { writeAtomic } from '../fs/write-file';

const Kept = GeneratedSummary.extend({ version: z.literal(1) });
const Count = z.int().nonnegative();
/** Without the session: what was purged leaves its cost and no more. */
const Spent = z.object({
  is_made: z.boolean(),
  tokens_in: Count,
  tokens_out: Count,
  cost_micro_usd: Count.nullable(),
});
const COSTS = 'costs.jsonl';

/** One small file per session, and a line for everything that was spent. A line cut by a crash is left out of the sum. */
export function createSummaryFiles(folder: string): KeptSummaries {
  const fileOf = (id: string) => join(folder, `${SessionId.parse(id)}.json`);
  const read = async (id: string) => {
    const text = await readFile(fileOf(id), 'utf8').catch(() => null);
    const kept = Kept.safeParse(parseObject(text ?? ''));
    return kept.success ? kept.data : null;
  };
  const write = async (id: string, kept: z.infer<typeof Kept>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const written = await writeAtomic(fileOf(id), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    if (!written.ok) throw new Error(`${written.error.code}: ${written.error.path}`);
  };

  return {
    async find(id) {
      const kept = await read(id);
      if (kept === null) return null;
      const { version: _version, ...summary } = kept;
      return summary;
    },
    keep: (id, summary) => write(id, { version: 1, ...summary }),
    remove: (id) => rm(fileOf(id), { force: true }),
    async refilter(id) {
      const kept = await read(id);
      const text = kept === null ? '' : filterText(kept.text, 'shapes').text;
      if (kept === null || text === kept.text) return false;
      await write(id, { ...kept, text });
      return true;
    },
    async charge({ tokens_in, tokens_out, cost_micro_usd }, isMade) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const line = JSON.stringify({ is_made: isMade, tokens_in, tokens_out, cost_micro_usd });
      await appendFile(join(folder, COSTS), `${line}\n`, { mode: 0o600 });
    },
    async costs() {
      const text = await readFile(join(folder, COSTS), 'utf8').catch(() => '');
      const sum: SummaryCosts = { made: 0, failed: 0, tokens_in: 0, tokens_out: 0, cost_micro_usd: 0 };
      for (const line of text.split('\n')) {
        const spent = Spent.safeParse(parseObject(line));
        if (!spent.success) continue;
        sum[spent.data.is_made ? 'made' : 'failed'] += 1;
        sum.tokens_in += spent.data.tokens_in;
        sum.tokens_out += spent.data.tokens_out;
        sum.cost_micro_usd += spent.data.cost_micro_usd ?? 0;
      }
      return sum;
    },
  };
}
