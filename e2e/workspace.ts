import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Workspace = {
  readonly root: string;
  readonly home: string;
  readonly data: string;
  /** A git project with traps in it: whatever of its own code runs leaves a mark. */
  readonly project: string;
  /** Written by every trap that was sprung. */
  readonly mark: string;
  /** What the app may see of our surroundings. */
  readonly env: Record<string, string>;
  remove(): Promise<void>;
};

// Everything else stays out: a developer's own sessions, settings and tokens must not reach the app under test.
const KEPT = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'DISPLAY', 'XAUTHORITY', 'SYSTEMROOT'];

export async function makeWorkspace(): Promise<Workspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'bc-e2e-')));
  const [home, data, project, mark] = ['home', 'data', 'tidy-garden', 'sprung'].map((name) =>
    join(root, name),
  );
  if (!home || !data || !project || !mark) throw new Error('a name is missing');
  await mkdir(home);
  await makeTrappedProject(project, mark);
  const kept = KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const env = {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: root,
    BEADS_CONSOLE_HOME: data,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  };
  return {
    root,
    home,
    data,
    project,
    mark,
    env,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function makeTrappedProject(project: string, mark: string): Promise<void> {
  await mkdir(project);
  const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  await writeFile(join(project, 'README.md'), '# Tidy garden\n');
  await writeFile(join(project, '.gitignore'), 'node_modules/\n');
  git('add', '.');
  git('commit', '-q', '-m', 'start');
  const script = `#!/bin/sh\necho "$0" >> '${mark}'\n`;
  const traps = ['.beads/hooks/on_create', '.git/trap', 'node_modules/.bin/claude', 'node_modules/.bin/bd'];
  for (const trap of traps) {
    const file = join(project, trap);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, script);
    await chmod(file, 0o755);
  }
  // git itself runs these while it merely looks.
  git('config', 'core.fsmonitor', join(project, '.git/trap'));
  git('config', 'core.hooksPath', join(project, '.beads/hooks'));
}
