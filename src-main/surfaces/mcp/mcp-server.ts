import type { FolderPath, SessionId } from '@domain/ids';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AgentLine } from './agent-line';
import { registerBeadTools } from './bead-tools';
import { registerSessionTools } from './session-tools';
import { registerTranscripts } from './transcripts';
import { registerTrigger } from './trigger-tool';

export type McpServerDeps = {
  readonly version: string;
  readonly line: AgentLine;
  readonly project: FolderPath;
  /** Sessions of every project, and not of this one alone: the person's choice, never the agent's. */
  readonly isEverywhere: boolean;
  /** The sessions of Claude that this server serves. */
  readonly callers: readonly SessionId[];
};

/*
 * M1  Every answer comes through the dispatch, by the door `mcp`: what that door does not lead to cannot be asked for here.
 * M2  No tool changes or deletes anything; `trigger` alone asks for something new, and the console decides.
 * M3  What is not there is null or an empty list, and no error.
 * M4  Nothing but the protocol is written to stdout.
 */
export function createMcpServer({ version, line, project, isEverywhere, callers }: McpServerDeps): McpServer {
  const server = new McpServer(
    { name: 'beads-console', title: 'Beads Console', version },
    { instructions: 'Past sessions of Claude and the beads they worked on. All but `trigger` is read-only.' },
  );
  const reach = isEverywhere ? null : project;
  registerSessionTools(server, line, reach);
  registerBeadTools(server, line, project);
  registerTranscripts(server, line, reach);
  registerTrigger(server, line, project, callers);
  return server;
}
