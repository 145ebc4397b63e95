import type { FolderPath } from '@domain/ids';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Asker } from '../cli/asker';
import { createAgentLine } from './agent-line';
import { answeringTransport } from './answering-transport';
import { callingSessions } from './calling-sessions';
import { createMcpServer } from './mcp-server';

export type StdioDeps = {
  readonly version: string;
  readonly openAsker: () => Asker;
  readonly project: FolderPath;
  readonly isEverywhere: boolean;
  readonly env: NodeJS.ProcessEnv;
};

/** Serves the agent at the other end of stdin and stdout until it hangs up. */
export async function serveStdio({ openAsker, env, ...deps }: StdioDeps): Promise<void> {
  const { transport, answered } = answeringTransport(new StdioServerTransport());
  const server = createMcpServer({
    ...deps,
    line: createAgentLine(openAsker),
    callers: callingSessions(env),
  });
  const hungUp = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    server.server.onclose = resolve;
  });
  await server.connect(transport);
  await hungUp;
  await answered();
  await server.close();
  // Reading it would keep the program alive.
  process.stdin.destroy();
}
