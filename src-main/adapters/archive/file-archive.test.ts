import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import { describe, expect, it } from 'vitest';
import type { Archive } from '../../ports/archive';
import { tempDir } from '../../testing/temp-dir';
import { createFileArchive } from './file-archive';
import { BLOCK_BYTES } from './sealed-block';

const ID = '11111111-1111-4111-8111-111111111111';

function place() {
  const root = tempDir();
  const projects = join(root, 'projects');
  const folder = join(root, 'archive');
  const path = join(projects, '-home-dev', `${ID}.jsonl`);
  mkdirSync(join(projects, '-home-dev'), { recursive: true });
  const open = () => createFileArchive({ folder, projects, now: () => '2026-01-01T00:00:00.000Z' });
  const copy = join(folder, '11', ID);
  const blocks = () => readdirSync(copy).filter((name) => name.endsWith('.blk'));
  return { folder, projects, path, open, copy, blocks };
}

const keep = (archive: Archive, ...paths: string[]) => archive.keep({ id: ID, paths, mode: 'exact' });

function read(archive: Archive, path: string): Buffer {
  const opened = archive.open(ID, path);
  if (opened === null) throw new Error('no copy');
  const all = Buffer.alloc(opened.size);
  expect(opened.read(all, 0, opened.size, 0)).toBe(opened.size);
  return all;
}

/** Lines that do not repeat, so that they compress as a transcript does and no block equals another. */
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `{"n":${from + at},"text":"${'word '.repeat(40)}"}\n`).join(
    '',
  );

describe('copies of transcripts', () => {
  it('hold every byte, are small, private and nothing anyone could grep', async () => {
    const { path, open, copy, blocks, folder } = place();
    writeFileSync(path, lines(0, 20_000));
    expect(await keep(open(), path)).toBe(true);
    const archive = open();
    expect(read(archive, path).equals(readFileSync(path))).toBe(true);
    const kept = archive.copyOf(ID);
    expect(kept).toMatchObject({ isExact: true, files: 1, bytes: statSync(path).size });
    expect(kept?.storedBytes).toBeLessThan(statSync(path).size / 4);
    for (const name of blocks()) {
      const block = join(copy, name);
      expect(statSync(block).mode & 0o777).toBe(0o600);
      expect(readFileSync(block).includes('word')).toBe(false);
    }
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    expect(await keep(open(), path)).toBe(false);
  });

  it('K2 lines that are added cost the last block alone', async () => {
    const { path, open, blocks } = place();
    writeFileSync(path, lines(0, 20_000));
    await keep(open(), path);
    const before = new Set(blocks());
    for (let round = 0; round < 5; round += 1) {
      appendFileSync(path, lines(20_000 + round * 10, 20_010 + round * 10));
      await keep(open(), path);
    }
    const after = blocks();
    expect(after).toHaveLength(before.size);
    expect(after.filter((name) => !before.has(name))).toHaveLength(1);
    expect(read(open(), path).equals(readFileSync(path))).toBe(true);
  });

  it.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES])(
    '%i bytes, then some more',
    async (size) => {
      const { path, open } = place();
      writeFileSync(path, lines(0, 20_000).slice(0, size));
      await keep(open(), path);
      expect(read(open(), path).equals(readFileSync(path))).toBe(true);
      appendFileSync(path, 'more\n');
      await keep(open(), path);
      expect(read(open(), path).equals(readFileSync(path))).toBe(true);
    },
  );

  it('K3 a file that was replaced is a second version; one that was cut leaves what we had', async () => {
    const { path, open, projects, copy } = place();
    const first = lines(0, 9_000);
    writeFileSync(path, first);
    await keep(open(), path);
    truncateSync(path, 4_000);
    await keep(open(), path);
    expect(read(open(), path).toString()).toBe(first);
    writeFileSync(path, lines(50_000, 50_010));
    await keep(open(), path);
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    expect(manifest.files[0].versions.map(({ bytes }: { bytes: number }) => bytes)).toEqual([
      first.length,
      lines(50_000, 50_010).length,
    ]);
    rmSync(projects, { recursive: true });
    expect(await open().restore(ID)).toMatchObject({ ok: true, value: { written: 1 } });
    expect(readFileSync(path, 'utf8')).toBe(lines(50_000, 50_010));
  });

  it('K4 is put back with its subagents where it was, and overwrites nothing', async () => {
    const { path, open, projects } = place();
    const beside = join(projects, '-home-dev', ID, 'subagents');
    mkdirSync(beside, { recursive: true });
    const agent = join(beside, 'agent-a1.jsonl');
    writeFileSync(path, lines(0, 50));
    writeFileSync(agent, lines(100, 120));
    writeFileSync(join(beside, 'agent-a1.meta.json'), '{"toolUseId":"x"}');
    await keep(open(), path, agent);
    rmSync(projects, { recursive: true });
    expect(await open().restore(ID)).toEqual({ ok: true, value: { path, written: 3, there: 0 } });
    expect(readFileSync(agent, 'utf8')).toBe(lines(100, 120));
    expect(readFileSync(join(beside, 'agent-a1.meta.json'), 'utf8')).toBe('{"toolUseId":"x"}');
    appendFileSync(path, 'written on\n');
    expect(await open().restore(ID)).toEqual({ ok: true, value: { path, written: 0, there: 3 } });
    writeFileSync(path, 'something else that is long enough\n'.repeat(1000));
    expect(await open().restore(ID)).toEqual({ ok: false, error: { code: 'file-in-the-way', path } });
    expect(readFileSync(path, 'utf8')).toContain('something else');
  });

  it('one changed byte of a copy is noticed before anything is put back', async () => {
    const { path, open, projects, copy, blocks } = place();
    writeFileSync(path, lines(0, 20_000));
    await keep(open(), path);
    const block = join(copy, blocks()[1] ?? '');
    const bytes = readFileSync(block);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(block, bytes);
    rmSync(projects, { recursive: true });
    expect(await open().restore(ID)).toEqual({ ok: false, error: { code: 'copy-damaged', path } });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(projects, '-home-dev'))).toEqual([]);
  });

  it('a name that leads out of the folder is no manifest', async () => {
    const { path, open, projects, copy } = place();
    writeFileSync(path, lines(0, 5));
    await keep(open(), path);
    const manifest = readFileSync(join(copy, 'manifest.json'), 'utf8');
    writeFileSync(join(copy, 'manifest.json'), manifest.replace('-home-dev/', '../../'));
    rmSync(projects, { recursive: true });
    expect(await open().restore(ID)).toMatchObject({ error: { code: 'copy-unreadable', why: 'damaged' } });
  });

  it.each([
    ['damaged', (text: string) => text.slice(0, text.length >> 1)],
    ['damaged', () => ''],
    ['newer-version', (text: string) => text.replace('"version":1', '"version":2')],
    ['newer-version', () => '{"version":7,"sealed":true}'],
  ] as const)('K5 one whose manifest is %s is neither written over nor swept', async (why, change) => {
    const { path, open, projects, copy, blocks } = place();
    const gone = join(projects, '-home-dev', ID, 'subagents', 'agent-a1.jsonl');
    mkdirSync(join(gone, '..'), { recursive: true });
    writeFileSync(path, lines(0, 9_000));
    writeFileSync(gone, lines(20_000, 29_000));
    await keep(open(), path, gone);
    rmSync(gone);
    const manifest = join(copy, 'manifest.json');
    const whole = readFileSync(manifest, 'utf8');
    const met = change(whole);
    writeFileSync(manifest, met);
    const before = blocks();
    appendFileSync(path, lines(9_000, 9_010));
    const archive = open();
    await expect(keep(archive, path)).rejects.toThrow(manifest);
    expect([readFileSync(manifest, 'utf8'), blocks()]).toEqual([met, before]);
    expect(await archive.refilter(ID)).toBe(false);
    expect(archive.troubleOf(ID)).toEqual({ path: manifest, why });
    expect(await archive.restore(ID)).toEqual({
      ok: false,
      error: { code: 'copy-unreadable', path: manifest, why },
    });
    expect([archive.copyOf(ID), archive.filesOf(ID), archive.open(ID, path)]).toEqual([null, [], null]);

    // Put right, it goes on from there.
    writeFileSync(manifest, whole);
    expect(archive.troubleOf(ID)).toBeNull();
    expect(await keep(archive, path)).toBe(true);
    expect(read(archive, path).equals(readFileSync(path))).toBe(true);
    expect(read(archive, gone).toString()).toBe(lines(20_000, 29_000));
  });

  it('K5 nor is one whose manifest cannot be opened', async () => {
    const { path, open, copy, blocks } = place();
    writeFileSync(path, lines(0, 50));
    await keep(open(), path);
    const manifest = join(copy, 'manifest.json');
    const before = blocks();
    rmSync(manifest);
    mkdirSync(manifest);
    appendFileSync(path, lines(50, 60));
    await expect(keep(open(), path)).rejects.toThrow(manifest);
    expect([open().troubleOf(ID), blocks()]).toEqual([{ path: manifest, why: 'not-readable' }, before]);
  });

  it('a redacted copy holds no secret, can be read, and cannot be put back', async () => {
    const { path, open } = place();
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const said = (content: unknown) => JSON.stringify({ type: 'user', uuid: 'u', message: { content } });
    const call = {
      type: 'tool_use',
      id: 't1',
      name: 'Write',
      input: { file_path: '/a', content: 'top words' },
    };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'hidden words' };
    writeFileSync(path, [said(`use ${secret}`), said([call]), said([result]), '{"cut'].join('\n'));
    await open().keep({ id: ID, paths: [path], mode: 'redacted' });
    const text = read(open(), path).toString();
    for (const word of [secret, 'top words', 'hidden words', 'cut']) expect(text).not.toContain(word);
    expect(text).toContain('/a');
    expect(open().copyOf(ID)?.isExact).toBe(false);
    expect(await open().restore(ID)).toEqual({ ok: false, error: { code: 'copy-redacted' } });
  });

  it('a redacted copy is under the rules of the folder, also what a sub-agent did', async () => {
    const { folder, projects, path } = place();
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make all' } };
    const edit = { type: 'tool_use', id: 't2', name: 'Edit', input: { new_string: 'top words' } };
    const nested = { type: 'progress', uuid: 'p', data: { message: { message: { content: [edit] } } } };
    const own = { type: 'assistant', uuid: 'u', cwd: '/strict', message: { content: [call] } };
    writeFileSync(path, `${JSON.stringify(own)}\n${JSON.stringify(nested)}\n`);
    const policyOf = (at: string | null): PrivacyPolicy =>
      at === '/strict' ? { ...defaultPolicy, Bash: 'none' } : defaultPolicy;
    const archive = createFileArchive({ folder, projects, now: () => '2026-01-01T00:00:00.000Z', policyOf });
    await archive.keep({ id: ID, paths: [path], mode: 'redacted' });
    const text = read(archive, path).toString();
    for (const word of ['make all', 'top words']) expect(text).not.toContain(word);
  });

  it('a removed copy is gone', async () => {
    const { path, open } = place();
    writeFileSync(path, lines(0, 5));
    await keep(open(), path);
    expect(open().ids()).toEqual([ID]);
    await open().remove(ID);
    expect([open().ids(), open().copyOf(ID)]).toEqual([[], null]);
  });
});
