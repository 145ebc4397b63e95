import type { FolderPath, SessionId } from '@domain/ids';
import { BeadId } from '@domain/ids';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AgentLine } from './agent-line';
import { toolAnswer } from './tool-answer';

/** The one tool that does more than look. The console judges it; what is refused says why. */
export function registerTrigger(
  server: McpServer,
  line: AgentLine,
  project: FolderPath,
  callers: readonly SessionId[],
): void {
  server.registerTool(
    'trigger',
    {
      title: 'Begin a session',
      description:
        'Starts a new session of Claude in this project with this prompt and answers at once with its id. Off unless the person allowed it; limited in number and money; never from a session that was itself triggered.',
      inputSchema: z.strictObject({ prompt: z.string().min(1).max(100_000), bead_id: BeadId.optional() }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    (wish) =>
      line.use(async (ask) => {
        const started = await ask('trigger', 'start', { project, ...wish, callers: [...callers] });
        return toolAnswer(started, ({ id, status, bead_id, trigger_source }) => ({
          session_id: id,
          status,
          trigger_source,
          bead_id: bead_id ?? null,
        }));
      }),
  );
}
