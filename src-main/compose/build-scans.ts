import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createFileArchive } from '../adapters/archive/file-archive';
import { answerScans } from '../adapters/transcripts/answer-scans';
import type { HistoryPlaces } from './history-thread';

/** What a thread that reads for the engine is made of. */
export function buildScans(port: MessagePort, { archive: folder, claude }: HistoryPlaces): void {
  const now = () => new Date().toISOString();
  answerScans(port, createFileArchive({ folder, projects: join(claude, 'projects'), now }).open);
}
