import { diffCounts, editsOf } from './diff.logic';
import type { ToolItem } from './thread.logic';

export type ToolKind = 'read' | 'search' | 'edit' | 'write' | 'run' | 'web' | 'agent' | 'plan' | 'plug';

const KINDS: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  NotebookRead: 'read',
  LS: 'read',
  Grep: 'search',
  Glob: 'search',
  ToolSearch: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Bash: 'run',
  BashOutput: 'run',
  KillShell: 'run',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
  Agent: 'agent',
  TodoWrite: 'plan',
  ExitPlanMode: 'plan',
};

const VERBS: Readonly<Record<ToolKind, readonly [now: string, done: string]>> = {
  read: ['Reading', 'Read'],
  search: ['Searching', 'Searched'],
  edit: ['Editing', 'Edited'],
  write: ['Writing', 'Wrote'],
  run: ['Running', 'Ran'],
  web: ['Fetching', 'Fetched'],
  agent: ['Working', 'Worked'],
  plan: ['Planning', 'Planned'],
  plug: ['Using', 'Used'],
};

export function kindOf(tool: string): ToolKind {
  return Object.hasOwn(KINDS, tool) ? (KINDS[tool] ?? 'plug') : 'plug';
}

export const isAgentTool = (tool: string): boolean => kindOf(tool) === 'agent';
export const isReader = (tool: string): boolean => ['read', 'search'].includes(kindOf(tool));

export function verbOf(item: ToolItem): string {
  const [now, done] = VERBS[kindOf(item.tool)];
  return item.isRunning ? now : done;
}

/** `mcp__github__list_issues` is the tool list_issues of the server github. */
export function toolName(tool: string): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server === undefined ? tool : `${server}: ${name}`;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What it was done to, in one line. */
export function targetOf(item: ToolItem, cwd: string): string {
  const { input } = item;
  const path = text(input['file_path']) ?? text(input['notebook_path']) ?? text(input['path']);
  switch (kindOf(item.tool)) {
    case 'read':
    case 'edit':
    case 'write':
      return path === null ? '' : shortenPath(path, cwd);
    case 'search':
      return text(input['pattern']) ?? text(input['query']) ?? '';
    case 'run':
      return firstLine(text(input['command']) ?? text(input['bash_id']) ?? '');
    case 'web':
      return text(input['url']) ?? text(input['query']) ?? '';
    case 'agent':
      return firstLine(text(input['description']) ?? text(input['prompt']) ?? '');
    case 'plan':
      return '';
    case 'plug':
      return toolName(item.tool);
  }
}

function firstLine(value: string): string {
  const [first = '', ...rest] = value.trimStart().split('\n');
  return rest.length === 0 ? first : `${first} …`;
}

/** Below the session's folder a path is told from there. */
export function shortenPath(path: string, cwd: string): string {
  return cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

export type ResultWords =
  | { readonly type: 'words'; readonly words: string }
  | { readonly type: 'counts'; readonly added: number; readonly removed: number }
  | { readonly type: 'failed'; readonly words: string; readonly time: string | null };

/** What came of it, in two or three words at the right. */
export function resultOf(item: ToolItem): ResultWords {
  const { call } = item;
  if (call === null) return { type: 'words', words: item.isRunning ? '' : 'no result recorded' };
  const time = call.duration_ms === undefined ? null : secondsWords(call.duration_ms);
  const output = call.output ?? '';
  if (!call.success) {
    const code = /^(?:Error: )?Exit code (\d+)/.exec(output)?.[1];
    return { type: 'failed', words: code === undefined ? 'failed' : `exit ${code}`, time };
  }
  const isChange = ['edit', 'write'].includes(kindOf(item.tool));
  // The time of a change is that of the person who was asked.
  if (call.withheld !== undefined) return { type: 'words', words: isChange ? '' : (time ?? 'withheld') };
  switch (kindOf(item.tool)) {
    case 'edit':
    case 'write': {
      const { added, removed } = diffCounts(editsOf(item.tool, item.input));
      return { type: 'counts', added, removed };
    }
    case 'read':
      return {
        type: 'words',
        words: call.images === undefined ? count(linesIn(output), 'line') : count(call.images, 'picture'),
      };
    case 'search':
      return { type: 'words', words: count(hitsIn(output), 'hit') };
    default:
      return { type: 'words', words: time ?? '' };
  }
}

export const count = (n: number, one: string): string =>
  `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

export function linesIn(output: string): number {
  return output === '' ? 0 : output.replace(/\n$/, '').split('\n').length;
}

function hitsIn(output: string): number {
  return /^No (?:files|matches) found/.test(output)
    ? 0
    : linesIn(output.replace(/^Found \d+ .*\n/, '').trimEnd());
}

/** 0.2s, 3.1s, 22s, 2m 5s. */
export function secondsWords(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
