import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { describeSession } from '@domain/history/describe-session';
import { createPriceFinder } from '@domain/history/report';
import { unpackTally } from '@domain/transcript/tally-bytes';
import { createFileArchive } from '../adapters/archive/file-archive';
import { answerScans } from '../adapters/transcripts/answer-scans';
import type { Describe } from '../adapters/transcripts/scan-run';
import type { HistoryPlaces } from './history-thread';

/** What a thread that reads for the engine is made of. */
export function buildScans(port: MessagePort, { archive: folder, claude }: HistoryPlaces): void {
  const now = () => new Date().toISOString();
  const price = createPriceFinder();
  // Here and not where it is written down: whoever writes is who the others wait for.
  const describe: Describe = (tally, notes, files) =>
    describeSession(unpackTally(tally), notes, files, price);
  answerScans(port, createFileArchive({ folder, projects: join(claude, 'projects'), now }).open, describe);
}
