import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';
import { gitPerson } from '../../../testing/git-repository';
import { LINE } from '../../../testing/jsonl-project';

it('sessions start takes a draft or a bead, one of the two', async () => {
  const cli = cliBench();
  expect((await cli.run('sessions', 'start')).code).toBe(2);
  expect((await cli.run('sessions', 'start', 'abcd', '--bead', 'p-1')).code).toBe(2);
  const nowhere = await cli.run('sessions', 'start', '--bead', 'p-1');
  expect(nowhere).toMatchObject({ code: 3, err: expect.stringContaining('has no beads') });
});

it('without the app nothing of a bead or of git is touched, and the way is told', async () => {
  const cli = cliBench();
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', cli.project, ...args], {
      encoding: 'utf8',
      env: gitPerson() as NodeJS.ProcessEnv,
    });
  const issues = join(cli.project, '.beads', 'issues.jsonl');
  writeFileSync(issues, `${LINE('p-1')}\n`);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  const before = [readFileSync(issues, 'utf8'), git('for-each-ref')];
  const refused = await cli.run('sessions', 'start', '--bead', 'p-1');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Beads Console is not running') });
  expect(refused.err).toContain('Nothing was changed.');
  const taken = await cli.run('sessions', 'start', '--bead', 'p-1', '--agent', 'nobody', '--json');
  expect(JSON.parse(taken.err)).toMatchObject({ error: { step: 'check', cause: { code: 'agent-unknown' } } });
  expect([readFileSync(issues, 'utf8'), git('for-each-ref')]).toEqual(before);
  expect((await cli.json<{ sessions: unknown[] }>('sessions', 'list')).sessions).toEqual([]);
});
