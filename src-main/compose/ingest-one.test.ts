import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import { tempDir } from '../testing/temp-dir';

const here = '3f2a1111-2222-4333-8444-555566667777';
const there = '3f2a1111-2222-4333-8444-555566668888';
const line = (sessionId: string, text: string) =>
  `${JSON.stringify({
    ...{ type: 'user', sessionId, uuid: sessionId, parentUuid: null, cwd: '/p', isSidechain: false },
    ...{ timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: text } },
  })}\n`;

it('one session is read now: by its id, by its file, and from a file elsewhere, filtered', async () => {
  const base = tempDir();
  const env = { HOME: base, BEADS_CONSOLE_HOME: join(base, 'data'), PATH: '' };
  const slug = join(base, '.claude', 'projects', '-p');
  mkdirSync(slug, { recursive: true });
  const own = join(slug, `${here}.jsonl`);
  writeFileSync(own, line(here, 'first words'));
  const app = await compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true });
  onTestFinished(() => app.close());
  const ingest = (ref: string) =>
    app.dispatch.call('history.ingest', { ref }, { door: 'cli', connection: 'test' });

  expect(await ingest(here)).toMatchObject({ value: { id: here, initial_prompt: 'first words' } });
  writeFileSync(
    own,
    line(here, 'first words') + line(here, 'more').replace(`"uuid":"${here}"`, '"uuid":"b"'),
  );
  expect(await ingest(own)).toMatchObject({ value: { id: here, stats: { user_messages: 2 } } });

  const key = `${['gh', 'p_'].join('')}${'a1B2'.repeat(9)}`;
  const backup = join(base, 'backup.txt');
  writeFileSync(backup, line(there, `use ${key}`));
  expect(await ingest(backup)).toMatchObject({ value: { id: there, initial_prompt: 'use [REDACTED]' } });
  const kept = readFileSync(join(base, 'data', 'uploads', 'uploaded', `${there}.jsonl`), 'utf8');
  expect(kept).not.toContain(key);

  for (const ref of ['/nowhere', there.replace('8888', '9999'), base])
    expect(await ingest(ref)).toMatchObject({ error: { code: 'transcript-not-found' } });
  writeFileSync(backup, 'no transcript at all');
  expect(await ingest(backup)).toMatchObject({ error: { code: 'transcript-not-found' } });
});
