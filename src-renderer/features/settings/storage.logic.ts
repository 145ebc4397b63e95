import type { StoragePart, StoragePartId } from '@domain/storage';

/** What each part is, and what would be lost with it. */
export const PART_WORDS: Readonly<Record<StoragePartId, { name: string; what: string }>> = {
  'project-sessions': {
    name: 'Sessions of this project',
    what: 'The journal and the messages of every session begun here. A copy is kept below.',
  },
  sessions: {
    name: 'Sessions without a project',
    what: 'Those of plain terminals and of folders without beads.',
  },
  replicas: {
    name: 'Copies of the sessions',
    what: 'What puts a project’s sessions back when its folder was cleaned or deleted.',
  },
  archive: {
    name: 'Archive of transcripts',
    what: 'Our own copies, compressed and encrypted: Claude deletes its files after 30 days.',
  },
  uploads: { name: 'Uploads', what: 'Transcripts that were handed in from elsewhere.' },
  summaries: { name: 'Summaries', what: 'What Claude wrote about sessions, and what that cost.' },
  catalog: { name: 'Catalog', what: 'What search and the dashboard read. It is rebuilt when it is missing.' },
  logs: { name: 'Logs', what: 'What the program says about itself, without secrets. Older ones may go.' },
  scratch: { name: 'Scratch', what: 'What git needs while it compares. It may go at any time.' },
  claude: {
    name: 'Claude’s transcripts',
    what: 'Not ours: Claude keeps and deletes them. They are only read.',
  },
};

/** Ours first, the largest first; Claude's own last and outside the sum. */
export function ordered(parts: readonly StoragePart[]): readonly StoragePart[] {
  return [...parts].sort(
    (a, b) => Number(a.id === 'claude') - Number(b.id === 'claude') || b.bytes - a.bytes,
  );
}

export function ownBytes(parts: readonly StoragePart[]): number {
  return parts.reduce((sum, { id, bytes }) => sum + (id === 'claude' ? 0 : bytes), 0);
}
