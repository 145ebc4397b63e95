import type { HistoryResult, HistorySession, HistoryTotals } from '@domain/history/record';
import type { TranscriptMessage, TranscriptOutline, TranscriptWindow } from '@domain/history/transcript';
import type { SessionId } from '@domain/ids';
import type { FakeServer } from './fake-server';

/** A closed session of a terminal; what a test is about is said in `more`. */
export function historySession(id: string, more: Partial<HistorySession> = {}): HistorySession {
  return {
    id: id as SessionId,
    owner: 'external',
    cwd: '/home/ada/code/tidewater',
    project: '/home/ada/code/tidewater',
    branch: null,
    title: `Session ${id}`,
    initial_prompt: 'Fix the zone lookup',
    claude_version: null,
    models: ['claude-sonnet-5-5'],
    bead_id: null,
    agent: null,
    status: 'closed',
    outcome: null,
    tags: [],
    commits: 0,
    files: 0,
    started_at: '2026-10-12T09:00:00.000Z',
    ended_at: '2026-10-12T10:00:00.000Z',
    updated_at: '2026-10-12T10:00:00.000Z',
    transcript_path: null,
    bytes: 1000,
    capture: { state: 'parsed', parse_status: 'completed' },
    stats: {
      total_messages: 2,
      user_messages: 1,
      assistant_messages: 1,
      subagent_messages: 0,
      tool_use_count: 0,
      tool_error_count: 0,
      thinking_blocks: 0,
      subagent_count: 0,
      inherited_tokens: 0,
      lines_not_understood: 0,
      lines_of_unknown_kind: 0,
      tokens_in: 1000,
      tokens_out: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cache_write_5m_tokens: 0,
      cache_write_1h_tokens: 0,
      cost_micro_usd: 1_000_000,
      cost_source: 'prices',
      unpriced_tokens: 0,
      active_ms: 60_000,
    },
    claude_cost_micro_usd: null,
    keeping: { has_file: true, deletes_at: null, copy: null },
    ...more,
  };
}

/** A history that lists these sessions, and what is asked of each. */
export function serveHistory(server: FakeServer, sessions: () => readonly HistorySession[]): void {
  const found = ({ limit, offset = 0 }: { limit: number; offset?: number }) => {
    const all = sessions();
    const totals: HistoryTotals = {
      sessions: all.length,
      hits: 0,
      is_capped: false,
      active_ms: 0,
      total_tokens: 0,
      cost_micro_usd: 0,
      unpriced_tokens: 0,
    };
    const results: HistoryResult[] = all
      .slice(offset, offset + limit)
      .map((session) => ({ session, hits: 0, hit: null }));
    return { ok: true as const, value: { results, totals } };
  };
  server.on('history.results', found);
  server.on('history.show', ({ id }: { id: string }) => {
    const session = sessions().find((each) => each.id === id);
    return session === undefined
      ? { ok: false, error: { code: 'session-not-found' } }
      : { ok: true, value: session };
  });
}

/** A transcript of so many prompts, each with its answer. */
export function serveTranscript(server: FakeServer, id: string, prompts: readonly string[]): void {
  const at = '2026-10-12T09:00:00.000Z';
  const total = prompts.length * 2;
  const message = (position: number): TranscriptMessage => ({
    id: `m${position}`,
    position,
    role: position % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: position % 2 === 0 ? (prompts[position / 2] ?? '') : 'Done.' }],
    timestamp: at,
  });
  const head = { session_id: id as SessionId, source: 'claude', revision: 'r1', total } as const;
  server.on('history.transcript', ({ from = 0, limit }: { from?: number; limit: number }) => {
    const messages = Array.from({ length: Math.min(limit, total - from) }, (_, n) => message(from + n));
    const value: TranscriptWindow = { ...head, found: null, messages, lines_not_understood: 0 };
    return { ok: true, value };
  });
  const outline: TranscriptOutline = {
    ...head,
    prompts: prompts.map((text, n) => ({ position: n * 2, message_id: `m${n * 2}`, at, text })),
    compactions: [],
    branches: [],
    subagents: [],
    tools: [],
    context: [],
  };
  server.on('history.outline', () => ({ ok: true, value: outline }));
}
