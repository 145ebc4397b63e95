import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { watchProjects } from './watch-projects';

const ID = '11111111-1111-4111-8111-111111111111';
let stop = () => {};
afterEach(() => stop());

/** Watches the folder; each call waits for the next thing that is told. */
function watching(folder: string) {
  const told: string[] = [];
  let wake = () => {};
  const tell = (what: string) => {
    told.push(what);
    wake();
  };
  stop = watchProjects(folder, tell, () => tell('?'));
  return async (wanted: string) => {
    while (!told.includes(wanted)) await new Promise<void>((resolve) => (wake = resolve));
    told.length = 0;
  };
}

describe('watching transcripts', () => {
  it('tells which file of a project or of a subagent was written on', async () => {
    const root = tempDir();
    const subagents = join(root, '-home-dev', ID, 'subagents');
    mkdirSync(subagents, { recursive: true });
    const own = join(root, '-home-dev', `${ID}.jsonl`);
    const agent = join(subagents, 'agent-a1.jsonl');
    writeFileSync(own, '{}\n');
    writeFileSync(agent, '{}\n');
    const heard = watching(root);
    appendFileSync(own, '{}\n');
    await heard(own);
    appendFileSync(agent, '{}\n');
    await heard(agent);
  });

  it('a project and a folder of subagents that come later are looked at and watched from then on', async () => {
    const root = tempDir();
    const elsewhere = tempDir();
    const heard = watching(root);
    mkdirSync(join(elsewhere, 'made'));
    writeFileSync(join(elsewhere, 'made', `${ID}.jsonl`), '{}\n');
    renameSync(join(elsewhere, 'made'), join(root, '-home-dev'));
    await heard('?');
    const own = join(root, '-home-dev', `${ID}.jsonl`);
    appendFileSync(own, '{}\n');
    await heard(own);
    mkdirSync(join(root, '-home-dev', ID));
    await heard('?');
    mkdirSync(join(root, '-home-dev', ID, 'subagents'));
    await heard('?');
    const agent = join(root, '-home-dev', ID, 'subagents', 'agent-a1.jsonl');
    writeFileSync(agent, '{}\n');
    await heard(agent);
  });

  it('a folder that is not there is waited for, with those above it', async () => {
    const home = tempDir();
    const root = join(home, '.claude', 'projects');
    const heard = watching(root);
    mkdirSync(join(home, '.claude'));
    const own = join(root, '-home-dev', `${ID}.jsonl`);
    mkdirSync(join(root, '-home-dev'), { recursive: true });
    await heard('?');
    writeFileSync(own, '{}\n');
    await heard(own);
  });
});
