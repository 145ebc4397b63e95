import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderPath } from '@domain/ids';
import { expect, it } from 'vitest';
import { createSmallFile } from '../../adapters/fs/small-file';
import { createNodeFolders } from '../../adapters/system/node-folders';
import { createSystemClock } from '../../adapters/system/system-clock';
import { tempDir } from '../../testing/temp-dir';
import { createProjectsService } from './projects-service';
import { openRecentList } from './recent-list';

async function setUp(home = tempDir()) {
  const file = join(home, 'data', 'recent-projects.json');
  const service = await createProjectsService({
    folders: createNodeFolders(),
    list: await openRecentList(createSmallFile(file)),
    clock: createSystemClock(),
    epoch: 'e',
    homeFolder: home,
  });
  const recent = () => {
    let seen: string[] = [];
    service.feed.follow(null, (frame) => {
      if (frame.type === 'snapshot') seen = frame.value.recent.map(({ name }) => name);
    })();
    return seen;
  };
  return { home, file, service, recent };
}

it('opens a folder, says what it is and remembers it, newest first', async () => {
  const { home, service, recent } = await setUp();
  for (const name of ['one', 'two']) mkdirSync(join(home, name, '.beads'), { recursive: true });
  execFileSync('git', ['init', '-q', join(home, 'one')]);
  expect(await service.open(join(home, 'one'))).toMatchObject({
    value: { name: 'one', has_beads: true, is_git: true, is_trusted: false },
  });
  expect(await service.open('~/two')).toMatchObject({ value: { name: 'two', is_git: false } });
  expect(recent()).toEqual(['two', 'one']);
});

it('P2 refuses what is not a readable folder, and writes nothing', async () => {
  const { home, file, service } = await setUp();
  writeFileSync(join(home, 'file'), '');
  symlinkSync(join(home, 'loop'), join(home, 'loop'));
  const codeOf = async (path: string) => {
    const answer = await service.open(path);
    return answer.ok ? 'opened' : answer.error.code;
  };
  expect(await codeOf(join(home, 'missing'))).toBe('project-not-found');
  expect(await codeOf(join(home, 'file'))).toBe('project-not-a-folder');
  expect(await codeOf(join(home, 'file', 'inside'))).toBe('project-not-a-folder');
  expect(await codeOf(join(home, 'loop'))).toBe('project-not-found');
  expect(await codeOf('relative/path')).toBe('project-path-relative');
  expect(existsSync(file)).toBe(false);
});

it('P1 a hostile project is opened without being run, read or changed', async () => {
  const { home, service } = await setUp();
  const project = join(home, 'hostile');
  mkdirSync(join(project, '.beads', 'hooks'), { recursive: true });
  execFileSync('mkfifo', [join(project, '.git')]);
  symlinkSync('/dev/zero', join(project, 'package.json'));
  const before = readdirSync(project, { recursive: true }).sort();
  expect(await service.open(project)).toMatchObject({ value: { is_git: false, has_beads: true } });
  expect(readdirSync(project, { recursive: true }).sort()).toEqual(before);
});

it('P3 trust is remembered over a restart and by real path', async () => {
  const { home, service } = await setUp();
  mkdirSync(join(home, 'one'));
  symlinkSync(join(home, 'one'), join(home, 'link'));
  await service.trust(join(home, 'link') as FolderPath, true);
  const again = await setUp(home);
  expect(await again.service.open(join(home, 'one'))).toMatchObject({ value: { is_trusted: true } });
  expect(again.service.isTrusted(join(home, 'one'))).toBe(true);
  await again.service.trust(join(home, 'one') as FolderPath, false);
  expect(again.service.isTrusted(join(home, 'one'))).toBe(false);
});

it('P3 trust that is taken back while the project is being opened stays taken back', async () => {
  const home = tempDir();
  const path = join(home, 'one') as FolderPath;
  mkdirSync(path);
  const disk = createSmallFile(join(home, 'recent-projects.json'));
  const looked = signal();
  const written = signal();
  let isHeld = false;
  const list = await openRecentList({
    ...disk,
    async replace(text) {
      if (isHeld) {
        written.ring();
        await looked.rung;
      }
      return disk.replace(text);
    },
  });
  const real = createNodeFolders();
  const service = await createProjectsService({
    folders: {
      ...real,
      async inspect(folder) {
        const found = await real.inspect(folder);
        // After whoever asked has gone on from here.
        if (written.isRung()) setImmediate(looked.ring);
        return found;
      },
    },
    list,
    clock: createSystemClock(),
    epoch: 'e',
    homeFolder: home,
  });
  await service.trust(path, true);
  isHeld = true;
  const distrusted = service.trust(path, false);
  await written.rung;
  const opened = service.open(path);
  await distrusted;
  expect(await opened).toMatchObject({ value: { is_trusted: false } });
  expect(service.isTrusted(path)).toBe(false);
});

function signal() {
  let isRung = false;
  let ring = () => {};
  const rung = new Promise<void>((resolve) => {
    ring = () => {
      isRung = true;
      resolve();
    };
  });
  return { rung, ring, isRung: () => isRung };
}

it('keeps every project of several opened at once', async () => {
  const { home, service, recent } = await setUp();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) mkdirSync(join(home, name));
  await Promise.all(names.map((name) => service.open(join(home, name))));
  expect(recent().sort()).toEqual(names);
});

it('a list that cannot be understood is never written over', async () => {
  const home = tempDir();
  mkdirSync(join(home, 'data'));
  mkdirSync(join(home, 'one'));
  writeFileSync(join(home, 'data', 'recent-projects.json'), '{"version":7}');
  const { service } = await setUp(home);
  expect(await service.open(join(home, 'one'))).toMatchObject({ error: { code: 'projects-not-saved' } });
});

it('completes what was typed with folders, git ones first, hidden ones only when asked', async () => {
  const { home, service } = await setUp();
  for (const name of ['alpha', 'Alps', 'beta', '.hidden']) mkdirSync(join(home, name));
  mkdirSync(join(home, 'Alps', '.git'));
  const names = async (typed: string) => (await service.complete(typed, 20)).map(({ name }) => name);
  expect(await names(`${home}/al`)).toEqual(['Alps', 'alpha']);
  expect(await names('~/b')).toEqual(['beta']);
  expect(await names(`${home}/.h`)).toEqual(['.hidden']);
  expect(await names('~')).toEqual(['Alps', 'alpha', 'beta']);
  expect(await names('nowhere')).toEqual([]);
});

it('asks the windows to show a project', async () => {
  const { home, service } = await setUp();
  mkdirSync(join(home, 'one'));
  const shown: string[] = [];
  service.feed.follow(null, (frame) => {
    if (frame.type === 'change' && frame.change.type === 'show-requested')
      shown.push(frame.change.project.name);
  });
  await service.show(join(home, 'one'));
  expect(shown).toEqual(['one']);
});

it('a project that is the newest already and was opened within the hour is opened without a write', async () => {
  const home = tempDir();
  for (const name of ['one', 'two']) mkdirSync(join(home, name));
  const disk = createSmallFile(join(home, 'recent-projects.json'));
  let writes = 0;
  let now = '2026-11-16T10:00:00.000Z';
  const replace: typeof disk.replace = (text) => {
    writes += 1;
    return disk.replace(text);
  };
  const service = await createProjectsService({
    folders: createNodeFolders(),
    list: await openRecentList({ ...disk, replace }),
    clock: { ...createSystemClock(), now: () => now },
    epoch: 'e',
    homeFolder: home,
  });
  const writesAfter = async (name: string) => {
    await service.open(join(home, name));
    return writes;
  };
  expect(await writesAfter('one')).toBe(1);
  now = '2026-11-16T10:59:00.000Z';
  expect(await writesAfter('one')).toBe(1);
  now = '2026-11-16T11:00:00.000Z';
  expect(await writesAfter('one')).toBe(2);
  expect(await writesAfter('two')).toBe(3);
  expect(await writesAfter('one')).toBe(4);
  await service.trust(join(home, 'one') as FolderPath, true);
  expect(writes).toBe(5);
  expect(await service.open(join(home, 'one'))).toMatchObject({ value: { is_trusted: true } });
  expect(writes).toBe(5);
});
