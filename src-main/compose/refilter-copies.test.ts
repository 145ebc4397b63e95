import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileArchive } from '../adapters/archive/file-archive';
import { compose } from '../compose';
import { tempDir } from '../testing/temp-dir';

const [kept, uploaded, other] = ['77', '78', '79'].map(
  (end) => `3f2a1111-2222-4333-8444-5555666677${end}`,
) as [string, string, string];
const WORD = 'swordfishofthebay';

/** Everything below, with its content; what is named here has no business to hold the word. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return name.includes(word) || (statSync(path).isFile() && readFileSync(path).includes(word));
  });
}

function transcript(session: string, cwd: string): string {
  const common = { cwd, isSidechain: false, timestamp: '2026-01-01T00:00:00.000Z', sessionId: session };
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: `fish ${WORD}` } };
  const answer = { type: 'tool_result', tool_use_id: 't', content: `caught a ${WORD}` };
  return [
    { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'go fishing' } },
    {
      type: 'assistant',
      uuid: 'b',
      parentUuid: 'a',
      message: { id: 'm', role: 'assistant', model: 'x', content: [call] },
    },
    {
      type: 'user',
      uuid: 'c',
      parentUuid: 'b',
      message: { role: 'user', content: [answer] },
      toolUseResult: { stdout: WORD },
    },
  ]
    .map((line) => `${JSON.stringify({ ...common, ...line })}\n`)
    .join('');
}

function place() {
  const base = tempDir();
  const at = {
    base,
    data: join(base, 'data'),
    project: join(base, 'project'),
    free: join(base, 'free'),
    projects: join(base, '.claude', 'projects'),
  };
  for (const folder of [
    join(at.project, '.beads'),
    join(at.free, '.beads'),
    join(at.projects, '-p'),
    at.data,
  ])
    mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(at.data, 'settings.json'),
    JSON.stringify({ version: 1, history: { archive: 'redacted' } }),
  );
  writeFileSync(join(at.projects, '-p', `${kept}.jsonl`), transcript(kept, at.project));
  writeFileSync(join(at.projects, '-p', `${other}.jsonl`), transcript(other, at.free));
  writeFileSync(join(base, 'sent.jsonl'), transcript(uploaded, at.project));
  return at;
}

async function appAt({ base, data }: ReturnType<typeof place>) {
  const env = { HOME: base, BEADS_CONSOLE_HOME: data, PATH: '' };
  const app = await compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true });
  onTestFinished(() => app.close());
  return {
    close: () => app.close(),
    async ask(name: string, input: object) {
      const answered = await app.dispatch.call(name, input, { door: 'cli', connection: 'test' });
      if (!answered.ok) throw new Error(JSON.stringify(answered.error));
      return answered.value;
    },
  };
}

it('what is forbidden now leaves the uploads, the redacted copies, and every other byte', async () => {
  const at = place();
  const { ask, close } = await appAt(at);
  const archive = createFileArchive({
    folder: join(at.data, 'archive'),
    projects: at.projects,
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const inCopy = (id: string) => {
    const copy = archive.open(id, join(at.projects, '-p', `${id}.jsonl`));
    const bytes = Buffer.alloc(copy?.size ?? 0);
    copy?.read(bytes, 0, bytes.length, 0);
    expect(bytes.length).toBeGreaterThan(0);
    return bytes.includes(WORD);
  };

  await ask('history.backfill', {});
  await ask('history.ingest', { ref: join(at.base, 'sent.jsonl') });
  await ask('history.note', { id: kept });
  // Claude's own is gone: the copy is what is read from now on.
  rmSync(join(at.projects, '-p', `${kept}.jsonl`));
  expect([inCopy(kept), inCopy(other)]).toEqual([true, true]);
  expect(filesWith(at.data, WORD)).toContain(join('uploads', 'uploaded', `${uploaded}.jsonl`));

  writeFileSync(join(at.project, '.beads', 'privacy.yaml'), 'tool_privacy:\n  Bash: none\n');
  expect(await ask('privacy.refilter', { project: at.project })).toMatchObject({ copies: 2 });
  expect([inCopy(kept), inCopy(other)]).toEqual([false, true]);
  // A second time has nothing to take.
  expect(await ask('privacy.refilter', { project: at.project })).toMatchObject({ copies: 0 });

  writeFileSync(join(at.free, '.beads', 'privacy.yaml'), 'tool_privacy:\n  Bash: none\n');
  expect(await ask('privacy.refilter', {})).toMatchObject({ copies: 1 });
  expect(inCopy(other)).toBe(false);
  await close();
  expect(filesWith(at.data, WORD)).toEqual([]);
  expect([...filesWith(at.project, WORD), ...filesWith(at.free, WORD)]).toEqual([]);
});
