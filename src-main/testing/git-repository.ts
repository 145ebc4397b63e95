import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PERSON = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** The environment of somebody with a name and without settings. */
export function gitPerson(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], HOME: '/nonexistent', ...PERSON };
}

export type GitRepository = {
  readonly root: string;
  git(...args: string[]): string;
  gitIn(folder: string, ...args: string[]): string;
  write(path: string, text: string): void;
  commit(path: string, text: string, message?: string): string;
};

/** A real repository with one commit on `main`. `now`: what time it is for git. */
export function makeGitRepository(root: string, now?: () => string): GitRepository {
  mkdirSync(root, { recursive: true });
  const gitIn = (folder: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...gitPerson(), ...datesOf(now) },
    }).trim();
  const git = (...args: string[]) => gitIn(root, ...args);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (path: string, text: string, message = `change ${path}`) => {
    write(path, text);
    git('add', '--', path);
    git('commit', '-qm', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main');
  commit('a.txt', 'one\ntwo\nthree\n', 'begin');
  return { root, git, gitIn, write, commit };
}

function datesOf(now: (() => string) | undefined): Record<string, string> {
  return now === undefined ? {} : { GIT_AUTHOR_DATE: now(), GIT_COMMITTER_DATE: now() };
}

/** All that a careless program could spoil: refs, HEAD, the index and every file, links as links. */
export function stateOf({ git }: GitRepository, folder: string, gitIn: GitRepository['gitIn']) {
  return {
    refs: git('for-each-ref', '--format=%(refname) %(objectname)'),
    head: gitIn(folder, 'rev-parse', '--symbolic-full-name', 'HEAD'),
    index: gitIn(folder, 'ls-files', '--stage'),
    stashes: git('stash', 'list', '--format=%H %gs'),
    files: filesOf(folder),
  };
}

export function filesOf(folder: string, prefix = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(folder, prefix)).sort()) {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (name === '.git') continue;
    const facts = lstatSync(join(folder, path));
    if (facts.isSymbolicLink()) files[path] = `-> ${readlinkSync(join(folder, path))}`;
    else if (facts.isDirectory()) Object.assign(files, { [`${path}/`]: '' }, filesOf(folder, path));
    else files[path] = readFileSync(join(folder, path), 'utf8');
  }
  return files;
}
