import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { SessionId } from '@domain/ids';
import type { PromptImage } from '@domain/session/prompt-image';
import { describe, expect, it } from 'vitest';
import { endedWell, launch } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';
import { createTranscriptPictures } from './transcript-pictures';

const claude = findRealClaude();

/** Noise of that width and height: nothing makes it small. */
function png(side: number): PromptImage {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), randomBytes(side * 3)]));
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return { media_type: 'image/png', data: Buffer.concat(parts).toString('base64') };
}

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe.each(['stream', 'pty'] as const)('pictures with a prompt in the %s seat', (seat) => {
    it('reach the model, stand in the record and can be shown; none goes without another', async () => {
      const bench = await claudeBench(claude, { seat });
      await bench.script({ fallback: { text: 'A picture.' } });
      const id = randomUUID() as SessionId;
      const talk = await launch(bench, id, { prompt: 'hello' });
      await talk.saw('turn-ended');
      const [large, small] = [png(850), png(8)];
      expect(await talk.live.send('What is\nthis?', 'p', [large, small])).toEqual({ ok: true, value: null });
      await talk.saw('turn-ended', 2);
      expect(await talk.live.send('And this?', 'q', [small])).toEqual({ ok: true, value: null });
      await talk.saw('turn-ended', 3);
      const kept = seat === 'stream' ? [] : files(join(bench.base, 'our spool'));
      expect(kept).toHaveLength(seat === 'stream' ? 0 : 3);
      for (const file of kept) expect(statSync(file).mode & 0o777).toBe(0o600);

      const messages = await endedWell(bench, talk);
      const asked = messages.filter(({ who }) => who === 'user');
      expect(asked.map(({ said }) => said.join(' ').trim())).toEqual([
        'hello',
        `What is\nthis?${seat === 'pty' ? ' [Image #1] [Image #2]' : ''}`,
        `And this?${seat === 'pty' ? ' [Image #3]' : ''}`,
      ]);
      const recorded = talk.events.flatMap((event) => (event.type === 'recorded' ? event.messages : []));
      const pictures = asked.map((one) =>
        recorded.findLast((message) => message.id === one.id)?.content.filter(({ type }) => type === 'image'),
      );
      expect(pictures.map((all) => all?.length)).toEqual([0, 2, 1]);
      const shown = createTranscriptPictures(bench.env);
      const read = (at: number, index: number) =>
        shown.read({ id, cwd: bench.project }, asked[at]?.id ?? '', index);
      expect(await read(1, 1)).toEqual(small);
      expect(await read(2, 0)).toEqual(small);
      expect((await read(1, 0))?.data.length).toBeGreaterThan(10_000);
      // They go with the process.
      if (seat === 'pty') expect(readdirSync(join(bench.base, 'our spool'))).toEqual([]);
      expect(readFileSync(bench.transcriptOf(id), 'utf8')).toContain(small.data);
    });
  });

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.png'))
    .map((entry) => join(entry.parentPath, entry.name));
}
