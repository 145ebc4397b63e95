import type { KeptSummaries } from '../../ports/summaries';
import type { TranscriptUploads } from '../../ports/transcript-uploads';
import type { CopyKeeper } from './keep-copies';

export type RefilterKept = {
  readonly copies: Pick<CopyKeeper, 'ids' | 'refilter'>;
  readonly uploads: Pick<TranscriptUploads, 'refilter'>;
  readonly summaries: Pick<KeptSummaries, 'refilter'>;
  /** Null: all of them. */
  readonly ids: readonly string[] | null;
  /** Whose files or copies are known of. */
  readonly held: ReadonlySet<string>;
};

/** What we keep beside the catalog, under the rules of today. How many files or copies were rewritten. */
export async function refilterKept(kept: RefilterKept): Promise<number> {
  const { copies, uploads, summaries, ids, held } = kept;
  let count = 0;
  for (const id of ids ?? [...copies.ids()]) if (await copies.refilter(id)) count += 1;
  for (const id of ids ?? [null]) count += (await uploads.refilter(id)).length;
  for (const id of ids ?? held) if (await summaries.refilter(id)) count += 1;
  return count;
}
