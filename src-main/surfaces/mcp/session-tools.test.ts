import type { FolderPath } from '@domain/ids';
import { err, ok } from '@domain/result';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import type { AgentLine } from './agent-line';
import { registerSessionTools } from './session-tools';

const id = '11111111-1111-4111-8111-111111111111';

/** A session that only the history knows, of the folder `cwd`, asked for by a server of `reach`. */
async function got(reach: string | null, cwd: string): Promise<unknown> {
  type Run = (input: object) => Promise<CallToolResult>;
  const tools = new Map<string, Run>();
  const server = { registerTool: (name: string, _about: object, run: Run) => tools.set(name, run) };
  const ask = async (subject: string) =>
    subject === 'history'
      ? ok({ id, cwd, initial_prompt: 'mine', started_at: null, ended_at: null })
      : err({ code: 'session-not-found', session_id: id });
  const line = { use: (work: (asked: unknown) => unknown) => work(ask) } as AgentLine;
  registerSessionTools(server as unknown as McpServer, line, reach as FolderPath | null);
  const answer = await tools.get('sessions_get')?.({ id });
  const [block] = answer?.content ?? [];
  return block?.type === 'text' ? JSON.parse(block.text) : undefined;
}

it.each([
  ['/p', '/p'],
  ['/p', '/p/sub'],
  [null, '/other'],
])('a server of %s shows a session of %s', async (reach, cwd) => {
  expect(await got(reach, cwd)).toMatchObject({ id, prompt: 'mine' });
});

it.each(['/other', '/p2', '/'])('a server of one project has no session of %s', async (cwd) => {
  expect(await got('/p', cwd)).toBeNull();
});
