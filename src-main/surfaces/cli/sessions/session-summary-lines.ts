import type { HistorySession } from '@domain/history/record';
import { endLine, type SessionSummary } from '@domain/history/session-summary';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';

const MOST = 10;

/** Null: the history does not know it, or cannot be opened. */
export async function summaryFor(frame: CliFrame, ref: string): Promise<SessionSummary | null> {
  if (!/^[0-9a-fA-F-]{4,36}$/.test(ref)) return null;
  const found = await frame.asker.ask('history', 'locate', { ref });
  if (!found.ok) return null;
  const summary = await frame.asker.ask('history', 'summary', { id: found.value.id });
  return summary.ok ? summary.value : null;
}

export function sayTitle(frame: CliFrame, { title, session_id }: SessionSummary): void {
  frame.say(frame.paint('bold', plainText(title)));
  frame.say(`${frame.paint('dim', 'Id:'.padEnd(12))}${session_id}`);
}

export function saySummary(frame: CliFrame, summary: SessionSummary): void {
  const { note, generated, asked, answered, files, file_count, commits, commit_count } = summary;
  const line = (name: string, text: string | null) => {
    if (text !== null && text !== '')
      frame.say(`${frame.paint('dim', `${name}:`.padEnd(12))}${plainText(text.replace(/\s+/g, ' ').trim())}`);
  };
  const list = (name: string, items: readonly string[], count: number) => {
    const shown = items.slice(0, MOST);
    for (const item of shown) line(name, item);
    if (count > shown.length) line(name, `and ${count - shown.length} more`);
  };
  line('In short', endLine(summary));
  line('Summary', generated?.text ?? null);
  line('Note', note);
  line('Asked', asked);
  line('Last', answered);
  list('Wrote', files, file_count);
  list(
    'Committed',
    commits.map(({ sha, subject }) => `${sha.slice(0, 12)}  ${subject ?? ''}`.trimEnd()),
    commit_count,
  );
}

type OddLines = { readonly not_understood: number; readonly of_unknown_kind: number };

/** How much of its transcript says nothing to us. */
export function oddLinesOf({ stats }: Pick<HistorySession, 'stats'>): OddLines {
  return { not_understood: stats.lines_not_understood, of_unknown_kind: stats.lines_of_unknown_kind };
}

export function sayOddLines(frame: CliFrame, { not_understood, of_unknown_kind }: OddLines): void {
  if (not_understood > 0) frame.say(`${linesWere(not_understood)} not understood.`);
  if (of_unknown_kind > 0) frame.say(`${linesWere(of_unknown_kind)} of a kind that nobody knows, and kept.`);
}

const linesWere = (count: number) => (count === 1 ? '1 line was' : `${count} lines were`);
