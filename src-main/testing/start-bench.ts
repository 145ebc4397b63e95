import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BeadId, FolderPath } from '@domain/ids';
import { ok } from '@domain/result';
import { StartWish } from '@domain/work/start-plan';
import { onTestFinished } from 'vitest';
import { createAgentDefinitions } from '../adapters/claude-cli/agent-definitions';
import { createContextFiles } from '../adapters/context-files/context-files';
import { createSmallFile } from '../adapters/fs/small-file';
import { createGitCli } from '../adapters/git-cli/git-cli';
import { listFiles } from '../adapters/git-cli/list-files';
import { nodeTimers } from '../adapters/system/node-timers';
import type { SessionsService } from '../services/sessions/sessions-service';
import { createStartDefaults } from '../services/work/start-defaults';
import type { StartWorld } from '../services/work/start-world';
import { createStarting } from '../services/work/starting';
import { composedBeads } from './composed-beads';
import type { Script } from './fake-claude-driver';
import { filesOf, gitPerson } from './git-repository';
import { sessionBench, silentLog } from './session-bench';

export const BEAD = 'p-1' as BeadId;

export type StartBenchOptions = {
  readonly script?: Script;
  /** Fills `.beads`; without it the project keeps its beads in a file. */
  readonly makeBeads?: (project: string) => void;
  readonly bd?: string | null;
  readonly line?: string;
};

/** A project in git with a bead, real files, real git, a real tracker; only Claude and time are scripted. */
export async function startBench({ script = {}, makeBeads, bd = null, line }: StartBenchOptions = {}) {
  const bench = await sessionBench(script);
  const { project, clock } = bench;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project, ...args], {
      encoding: 'utf8',
      env: gitPerson() as NodeJS.ProcessEnv,
    }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  git('init', '-q', '-b', 'main');
  if (makeBeads === undefined) write('.beads/issues.jsonl', `${line ?? plainLine}\n`);
  else makeBeads(project);
  write('.gitignore', '.beads/\nsecret.env\n');
  write('src/a.ts', 'export const a = 1;\n');
  git('add', '.');
  git('commit', '-q', '-m', 'First');

  const beads = composedBeads({ bd }).service;
  const cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(bench.base, 'scratch') });
  onTestFinished(() => cli.close());
  const env = { ...gitPerson(), HOME: bench.home };
  const settings = {
    seat: 'stream' as const,
    worktreePlace: '../{project}.{bead}',
    contextTokens: 30_000,
  };
  const world = (service: () => SessionsService = bench.service): StartWorld => ({
    sessions: async () => ok(service()),
    beads: async () => beads,
    git: async () => cli,
    clock,
    log: silentLog,
    agents: createAgentDefinitions({ env, isTrusted: () => true }),
    files: createContextFiles((folder) => listFiles(folder, env)),
    defaults: createStartDefaults(createSmallFile(join(bench.base, 'start-defaults.json')), silentLog),
    settings: () => settings,
    exists: existsSync,
  });
  /** `change`: the world with something broken in it. */
  const starting = (change: (world: StartWorld) => StartWorld = (same) => same, service = bench.service) => {
    const made = createStarting({ ...change(world(service)), epoch: 'start' });
    onTestFinished(() => made.close());
    return made;
  };
  const tracker = beads.of(project as FolderPath);
  const wish = (more: Partial<StartWish> = {}): StartWish =>
    StartWish.parse({
      project,
      bead_id: BEAD,
      claim: true,
      prompt: 'Do it.',
      checkout: { type: 'branch', branch: 'task/p-1', base: 'main' },
      ...more,
    });
  const bead = async () => {
    const shown = await tracker.show(BEAD);
    if (!shown.ok) throw new Error(shown.error.code);
    return shown.value.bead;
  };
  /** All that a start could spoil: refs, HEAD, index, every file and its neighbours, and the bead but for its times. */
  const state = async () => {
    const { updated_at: _u, started_at: _s, ...record } = await bead();
    const files = Object.entries(filesOf(project)).filter(([path]) => !path.startsWith('.beads/'));
    return {
      refs: git('for-each-ref', '--format=%(refname) %(objectname)'),
      head: git('rev-parse', '--symbolic-full-name', 'HEAD'),
      index: git('ls-files', '--stage'),
      worktrees: git('worktree', 'list', '--porcelain'),
      status: git('status', '--porcelain'),
      files: Object.fromEntries(files),
      beside: readdirSync(bench.base).filter((name) => name.startsWith('project')),
      bead: record,
    };
  };
  const sessions = () => bench.service().book.list.inOrder({ trash: 'with' });
  const context = (id: string): unknown =>
    JSON.parse(readFileSync(join(project, '.beads', 'sessions', id, 'context.json'), 'utf8'));
  return {
    bench,
    project,
    git,
    write,
    beads,
    tracker,
    cli,
    world,
    starting,
    settings,
    wish,
    bead,
    state,
    sessions,
    context,
  };
}

const plainLine = JSON.stringify({
  id: 'p-1',
  title: 'Heights drift',
  description: 'See src/a.ts, and do not look at secret.env',
  acceptance_criteria: 'Noon is noon.',
  status: 'open',
  priority: 1,
  issue_type: 'bug',
  labels: ['core'],
  created_at: '2026-05-01T00:00:00Z',
  updated_at: '2026-05-01T00:00:00Z',
});
