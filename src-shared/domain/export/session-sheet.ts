import type { HistorySession } from '@domain/history/record';
import { durationText } from '@domain/session/export-markdown';

/** What stands above the messages, in any format. */
export type SessionSheet = {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
};

export function sheetOf(session: HistorySession): SessionSheet {
  const { stats } = session;
  const tokens = stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Session', session.id],
    ['Status', session.outcome === null ? session.status : `${session.status} (${session.outcome})`],
    ['Bead', session.bead_id],
    ['Agent', session.agent],
    ['Model', session.models.length === 0 ? null : session.models.join(', ')],
    ['Began', session.started_at],
    ['Last line', session.ended_at],
    ['Active time', stats.active_ms === 0 ? null : durationText(stats.active_ms)],
    ['Tokens', tokens === 0 ? null : String(tokens)],
    ['Cost', stats.cost_micro_usd === undefined ? null : `$${(stats.cost_micro_usd / 1e6).toFixed(2)}`],
    ['Folder', session.cwd],
    ['Branch', session.branch],
    ['Tags', session.tags.length === 0 ? null : session.tags.join(', ')],
    ['Begun', session.owner === 'external' ? 'in a terminal' : 'in Beads Console'],
  ];
  return {
    id: session.id,
    title: titleLine(session),
    facts: facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const])),
  };
}

export function titleLine({
  id,
  title,
  initial_prompt,
}: Pick<HistorySession, 'id' | 'title' | 'initial_prompt'>): string {
  const line = (title ?? initial_prompt ?? '').trim().split('\n')[0]?.trim().slice(0, 120) ?? '';
  return line === '' ? `Session ${id.slice(0, 8)}` : line;
}

/** `2026-10-12-fix-the-zone-lookup-1a2b3c4d.html`: readable, and never a path. */
export function exportFileName(
  sessions: readonly HistorySession[],
  format: string,
  of: string | null,
): string {
  const [first] = sessions;
  const day = (first?.started_at ?? first?.updated_at ?? '').slice(0, 10);
  const words = slug(of ?? (first === undefined ? '' : titleLine(first))) || 'session';
  const end = of === null && sessions.length === 1 ? `-${first?.id.slice(0, 8)}` : '';
  const count = sessions.length > 1 ? `-${sessions.length}-sessions` : '';
  return `${[day, words].filter(Boolean).join('-')}${end}${count}.${format}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}
