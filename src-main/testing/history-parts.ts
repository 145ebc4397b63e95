import { join } from 'node:path';
import { defaultPolicy } from '@domain/privacy/tiers';
import { createFileArchive } from '../adapters/archive/file-archive';
import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { createSummaryFiles } from '../adapters/summaries/summary-files';
import { createUploadFolder } from '../adapters/transcript-uploads/upload-folder';
import { createClaudeFiles } from '../adapters/transcripts/claude-files';
import { createToolReader } from '../adapters/transcripts/read-tools';
import { createTranscriptPages } from '../adapters/transcripts/transcript-pages';
import type { HistoryEngineDeps } from '../services/history/history-engine';

/** What an engine needs beside its catalog, in a folder of the test's. */
export function historyParts(
  folder: string,
  projects: string,
): Pick<HistoryEngineDeps, 'archive' | 'claude' | 'forgotten' | 'pages' | 'summaries' | 'tools' | 'uploads'> {
  const archive = createFileArchive({
    folder: join(folder, 'archive'),
    projects,
    now: () => '2026-01-01T00:00:00.000Z',
  });
  return {
    archive,
    claude: createClaudeFiles({ folder: join(projects, '..'), startedAt: () => undefined }),
    tools: createToolReader(() => defaultPolicy, archive.open),
    forgotten: createForgottenIds(join(folder, 'forgotten.txt')),
    uploads: createUploadFolder(join(folder, 'uploads')),
    summaries: createSummaryFiles(join(folder, 'summaries')),
    pages: (sessionOf) =>
      createTranscriptPages((path) => {
        const id = sessionOf(path);
        const bytes = id === null ? null : archive.open(id, path);
        return bytes === null ? null : { source: 'archive', bytes };
      }),
  };
}
