import { type FolderPath, SessionId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import type { RunGist } from '@domain/session/run';
import { Timestamp } from '@domain/session/values';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Asker } from '../cli/asker';
import type { AgentLine } from './agent-line';
import { fullRecord, listEntry, recordFromHistory } from './session-shapes';
import { LOOKS_ONLY, orNull, said, toolAnswer } from './tool-answer';

/** What the person who started the server lets it see: one project, or (null) everything. */
export type Reach = FolderPath | null;

const limit = z.int().min(1).max(100).default(20);

export function registerSessionTools(server: McpServer, line: AgentLine, reach: Reach): void {
  const place = reach === null ? {} : { project: reach };

  const entriesOf = async (ask: Asker['ask'], sessions: readonly Session[]) => {
    const latest = await ask('audit', 'latest', { ...place, sessions: sessions.map(({ id }) => id) });
    if (!latest.ok) return latest;
    const runs = new Map<string, RunGist>(latest.value.runs.map((run) => [run.session_id, run]));
    return { ok: true as const, value: sessions.map((session) => listEntry(session, runs.get(session.id))) };
  };

  server.registerTool(
    'sessions_list',
    {
      title: 'Sessions',
      description:
        'Sessions of Claude, newest first by started_at: prompt (its beginning), trigger, success, duration and times of the latest run.',
      inputSchema: z.strictObject({ limit, offset: z.int().nonnegative().default(0) }),
      annotations: LOOKS_ONLY,
    },
    (page) =>
      line.use(async (ask) => {
        const listed = await ask('sessions', 'list', { ...place, ...page });
        if (!listed.ok) return toolAnswer(listed, () => null);
        return toolAnswer(await entriesOf(ask, listed.value.sessions), (entries) => entries);
      }),
  );

  server.registerTool(
    'sessions_get',
    {
      title: 'One session',
      description:
        'The whole record of a session with every run and its tool calls, or null when there is none with this id.',
      inputSchema: z.strictObject({ id: z.string().max(100) }),
      annotations: LOOKS_ONLY,
    },
    ({ id }) =>
      line.use(async (ask) => {
        // No beginnings of ids: an agent would walk through them to sessions it was not told of.
        const whole = SessionId.safeParse(id);
        if (!whole.success) return said(null);
        const shown = await ask('sessions', 'show', { ...place, id: whole.data });
        if (shown.ok || shown.error.code !== 'session-not-found') return toolAnswer(shown, fullRecord);
        const known = await ask('history', 'show', { id: whole.data });
        // The history is the whole machine's.
        if (known.ok && !isWithin(reach, known.value.cwd)) return said(null);
        return orNull(known, 'session-not-found', recordFromHistory);
      }),
  );

  server.registerTool(
    'sessions_search',
    {
      title: 'Search what was said',
      description:
        'Finds prompts, answers and tool output in past sessions. Words must all be there; "phrases" and beginnings* work.',
      inputSchema: z.strictObject({
        text: z.string().min(1).max(1000),
        limit,
        since: Timestamp.optional(),
        until: Timestamp.optional(),
      }),
      annotations: LOOKS_ONLY,
    },
    (wish) =>
      line.use(async (ask) => {
        const found = await ask('history', 'search', { ...place, ...wish });
        return toolAnswer(found, ({ hits }) =>
          hits.map(({ snippet, ...hit }) => ({ ...hit, snippet: snippet.map(({ text }) => text).join('') })),
        );
      }),
  );

  server.registerTool(
    'sessions_chain',
    {
      title: 'A chain of sessions',
      description:
        'Every session of a chain of hand-offs, oldest first. `ref` is the id of one of them, or a bead: then every session that worked on it.',
      inputSchema: z.strictObject({ ref: z.string().min(1).max(200) }),
      annotations: LOOKS_ONLY,
    },
    ({ ref }) =>
      line.use(async (ask) => {
        const chain = await ask('sessions', 'chain', { ...place, ref });
        if (!chain.ok)
          return chain.error.code === 'session-not-found' ? said([]) : toolAnswer(chain, () => null);
        return toolAnswer(await entriesOf(ask, chain.value.sessions), (entries) => entries);
      }),
  );
}

function isWithin(reach: Reach, cwd: string | null): boolean {
  return reach === null || (cwd !== null && (cwd === reach || cwd.startsWith(`${reach}/`)));
}
