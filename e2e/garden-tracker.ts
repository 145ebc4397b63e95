import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { changeLine, type Line, lineOf, writeLines } from './beads';
import { GARDEN } from './garden';
import type { Workspace } from './workspace';

/** The garden's beads behind one of the trackers people have, changed as another terminal would. */
export type GardenTracker = {
  make(workspace: Workspace): Promise<void>;
  read(id: string): Promise<Line | undefined>;
  change(
    id: string,
    to: { readonly priority: number; readonly comment: { readonly author: string; readonly text: string } },
  ): Promise<void>;
};

/** A file of lines, as git carries it. */
export function fileTracker(): GardenTracker {
  let project = '';
  return {
    async make(workspace) {
      project = workspace.project;
      await writeLines(project, GARDEN);
      writeFileSync(join(project, '.beads', 'config.yaml'), 'status.custom: "in_review:wip"\n');
    },
    read: (id) => lineOf(project, id),
    async change(id, { priority, comment }) {
      const made = { id: 9, issue_id: id, created_at: new Date().toISOString(), ...comment };
      await changeLine(project, id, { priority, comments: [made] });
    },
  };
}

/** The real bd, or the file where this machine has none. */
export function bdTracker(): GardenTracker {
  const path = findBd();
  if (path === null) return fileTracker();
  let project = '';
  const bd = (...args: string[]) =>
    execFileSync(path, args, { cwd: project, encoding: 'utf8', env: { ...process.env, ...CALM } });
  return {
    async make(workspace) {
      project = workspace.project;
      Object.assign(workspace.env, CALM, { BEADS_CONSOLE_BD: path });
      bd('init', '--prefix=garden', '--skip-hooks', '-q', '--skip-agents', '--non-interactive');
      for (const { id, title, priority, issue_type } of GARDEN.slice(0, 4))
        bd('create', String(title), '--id', id, '--type', String(issue_type), '-p', String(priority), '-q');
      bd('dep', 'add', 'garden-3', 'garden-2', '-q');
      bd('config', 'set', 'status.custom', 'in_review:wip');
    },
    read: async (id) => (JSON.parse(bd('show', id, '--json')) as Line[])[0],
    async change(id, { priority, comment }) {
      bd('update', id, '-p', String(priority), '-q');
      bd('comments', 'add', id, comment.text, '--actor', comment.author, '-q');
    },
  };
}

/** No process stays behind a call, and nothing is asked. */
const CALM = {
  BD_DISABLE_METRICS: '1',
  BD_DISABLE_EVENT_FLUSH: '1',
  BD_NON_INTERACTIVE: '1',
};

/** The one BEADS_CONSOLE_BD names, or the newest that tools/install-bd.mjs has built. */
function findBd(): string | null {
  const cache = process.env['XDG_CACHE_HOME'] ?? '';
  const folder = isAbsolute(cache) ? cache : join(homedir(), '.cache');
  const candidates = [
    process.env['BEADS_CONSOLE_BD'] ?? '',
    join(folder, 'beads-console', 'bd', 'v1.3.0', 'bd'),
  ];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}
