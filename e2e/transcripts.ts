import { appendFile, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace';

const MODEL = 'claude-sonnet-5-5-20260401';

export type Told = {
  readonly id: string;
  /** Where Claude ran; the project's own folder unless said. */
  readonly cwd?: string;
  readonly daysAgo: number;
  readonly prompts: readonly string[];
  /** Answers behind each prompt, in turn. */
  readonly answer: (prompt: number) => string;
};

/** A transcript as Claude writes it: prompts, answers with what they used, a tool now and then. */
function linesOf(told: Told, cwd: string): string {
  const begun = new Date(Date.now() - told.daysAgo * 86_400_000);
  // A session of an earlier day stays in that day, however late it is now.
  const start = told.daysAgo === 0 ? begun.getTime() : Math.min(begun.getTime(), begun.setHours(22, 0, 0, 0));
  const at = (step: number) => new Date(start + step * 20_000).toISOString();
  let parent: string | null = null;
  let step = 0;
  const lines: string[] = [];
  const add = (type: string, uuid: string, message: unknown, more: Record<string, unknown> = {}) => {
    const line = {
      parentUuid: parent,
      isSidechain: false,
      type,
      uuid,
      timestamp: at(step),
      sessionId: told.id,
      cwd,
      version: '2.1.197',
      gitBranch: 'main',
      message,
      ...more,
    };
    lines.push(JSON.stringify(line));
    parent = uuid;
    step += 1;
  };
  const uuid = (n: number) => `${told.id.slice(0, 24)}${String(n).padStart(12, '0')}`;
  told.prompts.forEach((prompt, place) => {
    const base = place * 4 + 1;
    add('user', uuid(base), { role: 'user', content: prompt });
    const usage = {
      input_tokens: 12,
      output_tokens: 340,
      cache_read_input_tokens: 9_000 + place * 900,
      cache_creation_input_tokens: 700,
    };
    const tool = {
      type: 'tool_use',
      id: `toolu_${uuid(base)}`,
      name: 'Read',
      input: { file_path: join(cwd, 'README.md') },
    };
    add(
      'assistant',
      uuid(base + 1),
      {
        id: `msg_${uuid(base)}`,
        role: 'assistant',
        model: MODEL,
        content: [{ type: 'text', text: told.answer(place) }, tool],
        usage,
      },
      { requestId: `req_${uuid(base)}` },
    );
    add('user', uuid(base + 2), {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: tool.id, content: '1\t# Tidy garden' }],
    });
  });
  return `${lines.join('\n')}\n`;
}

const folderOf = (workspace: Workspace) =>
  join(workspace.home, '.claude', 'projects', workspace.project.replace(/[^a-zA-Z0-9]/g, '-'));

export const transcriptPath = (workspace: Workspace, id: string) => join(folderOf(workspace), `${id}.jsonl`);

export async function writeTranscript(workspace: Workspace, told: Told): Promise<string> {
  await mkdir(folderOf(workspace), { recursive: true });
  const path = transcriptPath(workspace, told.id);
  await writeFile(path, linesOf(told, told.cwd ?? workspace.project));
  const then = new Date(Date.now() - told.daysAgo * 86_400_000);
  await utimes(path, then, then);
  return path;
}

/** A prompt behind what is there, as a session that goes on writes it. */
export async function appendTranscript(workspace: Workspace, id: string, prompt: string): Promise<void> {
  const path = transcriptPath(workspace, id);
  const last = (await readFile(path, 'utf8')).trimEnd().split('\n').at(-1) ?? '{}';
  const line = {
    ...JSON.parse(last),
    type: 'user',
    parentUuid: JSON.parse(last).uuid,
    uuid: `${id.slice(0, 24)}999999999999`,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content: prompt },
  };
  await appendFile(path, `${JSON.stringify(line)}\n`);
}

/** An answer behind what is there, now, with what it used. */
export async function appendAnswer(workspace: Workspace, id: string, outputTokens: number): Promise<void> {
  const path = transcriptPath(workspace, id);
  const last = JSON.parse((await readFile(path, 'utf8')).trimEnd().split('\n').at(-1) ?? '{}');
  const line = {
    ...last,
    type: 'assistant',
    parentUuid: last.uuid,
    uuid: `${id.slice(0, 24)}888888888888`,
    timestamp: new Date().toISOString(),
    requestId: `req_more_${id}`,
    message: {
      id: `msg_more_${id}`,
      role: 'assistant',
      model: MODEL,
      content: [{ type: 'text', text: 'And one more.' }],
      usage: { input_tokens: 10, output_tokens: outputTokens },
    },
  };
  await appendFile(path, `${JSON.stringify(line)}\n`);
}

/** As Claude does after a month. */
export const deleteTranscript = (workspace: Workspace, id: string) => rm(transcriptPath(workspace, id));
