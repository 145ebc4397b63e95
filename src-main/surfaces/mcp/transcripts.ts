import { SessionId } from '@domain/ids';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { AgentLine } from './agent-line';
import type { Reach } from './session-tools';

const LISTED = 50;
const MIME = 'text/markdown';
const uriOf = (id: string) => `beads-console://sessions/${id}/transcript`;

/** What was said in a session, as the page `sessions export` makes of it: filtered when it was stored. */
export function registerTranscripts(server: McpServer, line: AgentLine, reach: Reach): void {
  const place = reach === null ? {} : { project: reach };
  const template = new ResourceTemplate(uriOf('{id}'), {
    list: () =>
      line.use(async (ask) => {
        const listed = await ask('sessions', 'list', { ...place, owner: 'console', limit: LISTED });
        if (!listed.ok) throw new McpError(ErrorCode.InternalError, listed.error.code);
        return {
          resources: listed.value.sessions.map(({ id, title, started_at, created_at }) => ({
            uri: uriOf(id),
            name: title ?? id,
            description: `Session of ${started_at ?? created_at}`,
            mimeType: MIME,
          })),
        };
      }),
  });
  server.registerResource(
    'transcript',
    template,
    { title: 'Transcript of a session', description: 'What was said and done, as Markdown.', mimeType: MIME },
    (uri, { id }) =>
      line.use(async (ask) => {
        const whole = SessionId.safeParse(id);
        const exported = whole.success
          ? await ask('sessions', 'export', { ...place, id: whole.data, format: 'md' })
          : null;
        if (exported === null || !exported.ok) {
          const code = exported?.error.code ?? 'session-not-found';
          const kind = code === 'session-not-found' ? ErrorCode.InvalidParams : ErrorCode.InternalError;
          throw new McpError(kind, code, { uri: uri.href });
        }
        return { contents: [{ uri: uri.href, mimeType: MIME, text: exported.value.text }] };
      }),
  );
}
