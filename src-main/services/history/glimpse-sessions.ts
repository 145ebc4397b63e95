import { describeSession, isSubagentFile } from '@domain/history/describe-session';
import type { PriceFinder } from '@domain/history/report';
import { detected } from '@domain/session/capture-machine';
import { createTally } from '@domain/transcript/session-tally';
import type { Catalog, CatalogRecord } from '../../ports/catalog';
import type { TranscriptScanner } from '../../ports/transcripts';
import type { DueSession } from './plan-ingest';

/** The first screen of a list. */
const MOST = 50;

/**
 * Of the newest sessions that nobody has read yet what their first lines say, so that a list is there while they are read.
 * Nothing is counted here: such a session is `detected`, and stays due.
 */
export async function glimpseSessions(
  due: readonly DueSession[],
  { catalog, scanner, price }: { catalog: Catalog; scanner: TranscriptScanner; price: PriceFinder },
): Promise<void> {
  const seen: { id: string; record: CatalogRecord }[] = [];
  for (const { id, isKnown, files, bytes, updatedMs } of due) {
    if (seen.length === MOST) break;
    const path = files.find((file) => !isSubagentFile(file.path))?.path;
    const glimpse = isKnown || path === undefined ? null : scanner.glimpse(path);
    if (glimpse === null || path === undefined) continue;
    const tally = { ...createTally(), firstMs: glimpse.firstMs };
    const file = { path, size: bytes, mtimeMs: updatedMs, openTail: 0 as const };
    seen.push({ id, record: { ...describeSession(tally, glimpse.notes, [file], price), capture: detected } });
  }
  await catalog.announce(seen);
}
