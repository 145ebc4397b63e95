import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../../testing/bead-tracker-conformance';
import { type BundledScript, bundleScript } from '../../testing/bundled-script';
import { id, LINE, openJsonl } from '../../testing/jsonl-project';
import { tempDir } from '../../testing/temp-dir';

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../../testing/jsonl-writer.ts', import.meta.url)));
});
afterAll(() => script.remove());

function start(mode: string, beadsDir: string, name: string) {
  return spawn(process.execPath, [script.file, mode, beadsDir, 'a-500', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function project(count: number) {
  const beadsDir = join(tempDir('processes'), '.beads');
  mkdirSync(beadsDir);
  const lines = Array.from({ length: count }, (_, index) =>
    LINE(`a-${index}`, `,"description_of_nobody":"${'y'.repeat(900)}"`),
  );
  writeFileSync(join(beadsDir, 'issues.jsonl'), `${lines.join('\n')}\n`);
  return { beadsDir, lines, file: join(beadsDir, 'issues.jsonl') };
}

async function lineNumber(child: ChildProcess, wanted: number): Promise<void> {
  if (child.stdout === null) throw new Error('no output');
  let seen = 0;
  for await (const _line of createInterface({ input: child.stdout })) {
    seen += 1;
    if (seen >= wanted) return;
  }
  throw new Error('the writer ended by itself');
}

describe('processes on one file', () => {
  it('J3 kill -9 in the middle of a write leaves the old file or the new one', async () => {
    const { beadsDir, lines, file } = project(2_000);
    for (let round = 0; round < 25; round += 1) {
      const child = start('notes', beadsDir, `r${round}`);
      const ended = once(child, 'exit');
      // Right after a finished write the next one is under way.
      await lineNumber(child, 1 + (round % 7));
      child.kill('SIGKILL');
      await ended;
      const text = readFileSync(file, 'utf8');
      const found = text.split('\n');
      expect(text.endsWith('\n')).toBe(true);
      expect(found).toHaveLength(lines.length + 1);
      const others = found.filter((line, index) => index < lines.length && line !== lines[index]);
      expect(others).toHaveLength(1);
      const notes = String(JSON.parse(others[0] ?? '').notes);
      expect(notes).toMatch(new RegExp(`^r${round}-\\d+:x{20000}$`));
    }
    // The next writer breaks the dead one's lock and sweeps what it left.
    const tracker = openJsonl(beadsDir);
    accepted(await tracker.update({ id: id('a-500'), patch: { notes: null }, expected: {}, actor: 'ada' }));
    tracker.dispose();
    expect(readdirSync(beadsDir).sort()).toEqual(['issues.jsonl', 'sessions']);
  });

  it('J1 four processes lose none of forty comments', async () => {
    const { beadsDir, lines, file } = project(600);
    const children = ['p', 'q', 'r', 's'].map((name) => start('comments', beadsDir, name));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown));
    expect(codes).toEqual([0, 0, 0, 0]);
    const tracker = openJsonl(beadsDir);
    const comments = accepted(await tracker.show(id('a-500'))).comments ?? [];
    expect(new Set(comments.map((comment) => comment.text)).size).toBe(40);
    expect(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line, index) => line !== (lines[index] ?? '')),
    ).toHaveLength(1);
  });

  it('J1 of eight processes that claim at once one wins', async () => {
    const { beadsDir } = project(600);
    const children = Array.from({ length: 8 }, (_, index) => start('claim', beadsDir, `m${index}`));
    const answers = await Promise.all(
      children.map(async (child) => {
        const [answer] = await Promise.all([readAll(child.stdout), once(child, 'exit')]);
        return answer.trim();
      }),
    );
    expect(answers.sort()).toEqual([...Array.from({ length: 7 }, () => 'claim-lost'), 'won']);
  });
});
