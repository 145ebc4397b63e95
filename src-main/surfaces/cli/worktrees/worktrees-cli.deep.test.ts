import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';
import { gitPerson, makeGitRepository } from '../../../testing/git-repository';

describe('beads-console worktrees', () => {
  it('lists, says what it would do, removes what is safe and keeps the rest', async () => {
    const env = gitPerson() as Record<string, string>;
    const cli = cliBench({ env });
    const repo = makeGitRepository(cli.project);
    const place = (name: string) => join(cli.project, '..', name);
    for (const name of ['safe', 'dirty']) repo.git('worktree', 'add', '-q', '-b', name, place(name));
    writeFileSync(join(place('dirty'), 'a.txt'), 'work\n');

    const table = await cli.run('worktrees', 'list');
    expect(table.out).toMatch(/BRANCH.*SIZE.*OWNER.*SAFE.*FOLDER/);
    expect(table.out).toMatch(/dirty.*changes/);
    expect(table.out).toMatch(/safe.*yes/);

    expect((await cli.run('worktrees', 'remove')).code).toBe(2);
    expect(await cli.json('worktrees', 'remove', '--all-safe', '--dry-run')).toEqual({
      would_remove: [expect.stringMatching(/\/safe$/)],
    });
    expect(existsSync(place('safe'))).toBe(true);

    const removed = await cli.run('worktrees', 'remove', '../safe', '../dirty');
    expect(removed.code).toBe(4);
    expect(removed.out).toMatch(/Removed .*\/safe/);
    expect(removed.err).toMatch(/Kept .*\/dirty: changes/);
    expect([existsSync(place('safe')), existsSync(place('dirty'))]).toEqual([false, true]);
  });
});
