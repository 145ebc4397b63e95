import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export type AgentClient = {
  readonly client: Client;
  readonly pid: number;
  /** What the server said beside the protocol. */
  stderr(): string;
  raw(tool: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** Calls a tool and reads its answer; an error is thrown. */
  ask<T>(tool: string, args?: Record<string, unknown>): Promise<T>;
  /** Hangs up. */
  close(): Promise<void>;
};

export type AgentOptions = {
  readonly cli: string;
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly args?: readonly string[];
};

/** The SDK's own client with the built command line at the other end of its pipes. */
export async function connectAgent({ cli, cwd, env, args = [] }: AgentOptions): Promise<AgentClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...args],
    cwd,
    env,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '0' });
  const troubles: Error[] = [];
  client.onerror = (error) => void troubles.push(error);
  onTestFinished(() => client.close());
  await client.connect(transport);
  const raw: AgentClient['raw'] = async (tool, given = {}) => {
    const answer = (await client.callTool({ name: tool, arguments: given })) as CallToolResult;
    // A line that is no message of the protocol arrives as an error of the transport.
    const [trouble] = troubles;
    if (trouble !== undefined) throw trouble;
    return answer;
  };
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    raw,
    async ask<T>(tool: string, given?: Record<string, unknown>) {
      const answer = await raw(tool, given);
      const [block] = answer.content;
      const text = block?.type === 'text' ? block.text : '';
      if (answer.isError === true) throw new Error(text);
      return JSON.parse(text) as T;
    },
    close: () => client.close(),
  };
}
