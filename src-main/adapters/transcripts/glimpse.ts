import { filterText } from '@domain/privacy/filter-text';
import { createTally } from '@domain/transcript/session-tally';
import type { Glimpse, SessionNotes } from '../../ports/transcripts';
import { createLineReader, openFile } from './read-lines';
import { createSessionScanner, type SessionScanner } from './scan-session';

/** The first prompt of nearly every session stands in so many bytes. */
const HEAD_BYTES = 32 * 1024;
const MAX_NOTE = 4000;

/** Reads beginnings of transcripts, one as fast as the other. */
export function createGlimpses(): (path: string) => Glimpse | null {
  let scanner: SessionScanner | null = null;
  const open = (path: string) => {
    const file = openFile(path);
    return { ...file, size: Math.min(file.size, HEAD_BYTES) };
  };
  return (path) => {
    const tally = createTally();
    const notes: SessionNotes = {};
    try {
      scanner ??= createSessionScanner(createLineReader(undefined, HEAD_BYTES));
      scanner.scanFile(path, 0, { tally, notes, open });
    } catch {
      // It is read whole before long; whatever is wrong with it is told then.
      return null;
    }
    return { notes: filterNotes(notes), firstMs: tally.firstMs };
  };
}

/** What a session says of itself in words, before anybody can write it down. */
export function filterNotes(notes: SessionNotes): SessionNotes {
  for (const field of ['title', 'firstPrompt'] as const)
    if (notes[field] !== undefined) notes[field] = filterText(notes[field].slice(0, MAX_NOTE), 'shapes').text;
  return notes;
}
