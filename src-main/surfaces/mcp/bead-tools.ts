import { BeadId, type FolderPath } from '@domain/ids';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AgentLine } from './agent-line';
import { LOOKS_ONLY, orNull, toolAnswer } from './tool-answer';

export function registerBeadTools(server: McpServer, line: AgentLine, project: FolderPath): void {
  server.registerTool(
    'beads_ready',
    {
      title: 'Ready beads',
      description: "The project's beads that can be started now, in the tracker's order.",
      inputSchema: z.strictObject({ limit: z.int().min(1).max(500).default(20) }),
      annotations: LOOKS_ONLY,
    },
    ({ limit }) =>
      line.use(async (ask) =>
        toolAnswer(await ask('beads', 'ready', { project, limit }), ({ beads }) => beads),
      ),
  );

  server.registerTool(
    'beads_show',
    {
      title: 'One bead',
      description:
        'A bead with its description, dependencies and comments, or null when there is none with this id.',
      inputSchema: z.strictObject({ id: BeadId }),
      annotations: LOOKS_ONLY,
    },
    ({ id }) =>
      line.use(async (ask) => orNull(await ask('beads', 'show', { project, id }), 'bead-not-found')),
  );
}
