import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseObject, textOf } from '@domain/transcript/json-fields';
import { createFollowedFile, type FollowedFile } from './followed-file';

/*
 * The transcripts of a session's subagents: in a folder named for the session, each with a small file beside it that says
 * which call began it. Older versions put them beside the session's own file, among those of other sessions.
 */
export type AgentFiles = {
  readOn(hear: {
    onLines: (lines: readonly string[]) => void;
    onCall: (agentId: string, callId: string) => void;
  }): Promise<void>;
};

type AgentFile = {
  readonly id: string;
  readonly path: string;
  readonly file: FollowedFile;
  size: number;
  hasCall: boolean;
};

const NAME = /^agent-([\w-]{1,100})\.jsonl$/;
const FIRST_LINE = 64 * 1024;

export function createAgentFiles(transcript: string): AgentFiles {
  const sessionId = basename(transcript, '.jsonl');
  const folder = join(dirname(transcript), sessionId, 'subagents');
  const known = new Map<string, AgentFile>();
  let hasLookedBeside = false;

  const find = async (where: string, isOurs: (path: string) => Promise<boolean>) => {
    for (const name of await readdir(where).catch(() => [])) {
      const id = NAME.exec(name)?.[1];
      const path = join(where, name);
      if (id === undefined || known.has(id) || !(await isOurs(path))) continue;
      known.set(id, { id, path, file: createFollowedFile(path), size: 0, hasCall: false });
    }
  };

  return {
    async readOn({ onLines, onCall }) {
      await find(folder, async () => true);
      // Nothing is added there any more: what was there when the session was resumed is all.
      if (!hasLookedBeside) await find(dirname(transcript), (path) => isOf(path, sessionId));
      hasLookedBeside = true;
      for (const agent of known.values()) {
        if (!agent.hasCall) {
          const call = await callOf(agent.path);
          agent.hasCall = call !== null;
          if (call !== null) onCall(agent.id, call);
        }
        const size = await stat(agent.path).then(
          (stats) => stats.size,
          () => agent.size,
        );
        if (size === agent.size) continue;
        agent.size = size;
        await agent.file.readOn(onLines);
      }
    },
  };
}

async function callOf(path: string): Promise<string | null> {
  const text = await readFile(path.replace(/\.jsonl$/, '.meta.json'), 'utf8').catch(() => '');
  return textOf(parseObject(text)?.['toolUseId']);
}

async function isOf(path: string, sessionId: string): Promise<boolean> {
  const line = await firstLine(path);
  return line !== null && textOf(parseObject(line)?.['sessionId']) === sessionId;
}

async function firstLine(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE), 0, FIRST_LINE, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(0x0a);
    return end === -1 ? null : buffer.toString('utf8', 0, end);
  } finally {
    await file.close();
  }
}
