import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { Message } from '@domain/session/message';
import { readLineFacts } from '@domain/transcript/line-facts';
import { addLine, createTally } from '@domain/transcript/session-tally';
import { describe, expect, it, vi } from 'vitest';
import type { ClaudeRecords } from '../../ports/claude-records';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import type { SessionsService } from './sessions-service';
import { LOOK_AGAIN_MS } from './turns-elsewhere';

const patience = { timeout: 20_000 };
const key = `sk-ant-api03-${'a1B2'.repeat(12)}`;
const said = (id: string, text: string): Message => ({
  id,
  role: 'assistant',
  content: [{ type: 'text', text }],
  timestamp: '2026-01-01T00:00:00.000Z',
});
const answer = JSON.stringify({
  type: 'assistant',
  uuid: 'b',
  requestId: 'r',
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { id: 'm', model: 'claude-opus-5-5', usage: { input_tokens: 3, output_tokens: 4 }, content: [] },
});

/** A transcript as the test writes it; every reader begins at its beginning. */
function scriptedRecords() {
  const written: Message[] = [];
  let readings = 0;
  const records: ClaudeRecords = {
    open() {
      let at = 0;
      return {
        async readOn() {
          readings += 1;
          const messages = written.slice(at);
          at = written.length;
          const tally = createTally();
          addLine(tally, readLineFacts(answer));
          return { messages, tally: at === 0 ? null : tally };
        },
      };
    },
  };
  return { records, written, readings: () => readings };
}

/** A session that ran here, said `a`, and was ended as told. */
async function ran(end: 'pause' | 'close') {
  const transcript = scriptedRecords();
  const bench = await sessionBench({}, transcript.records);
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  value(await service.start({ id }));
  const first = said('a', 'here');
  bench.driver.last().emit({ type: 'recorded', messages: [first] });
  await service.talk.drain();
  value(await service[end](id));
  transcript.written.push(first);
  // What the end of the process left to be done later is not counted among what waits.
  bench.timers.turn(LOOK_AGAIN_MS);
  const storedLines = async () => {
    const store = bench
      .stores()
      .all()
      .find((one) => one.read(id) !== undefined);
    await store?.flush();
    const folder = value((await store?.folderOf(id)) ?? { ok: true, value: '' });
    return readFileSync(join(folder, 'messages.jsonl'), 'utf8').trim().split('\n');
  };
  return { bench, service, id, transcript, storedLines };
}

const look = (service: SessionsService, id: SessionId) => {
  const told: string[] = [];
  const stop = service.talk.follow(id, null, (frame) => {
    if (frame.type === 'change' && frame.change.type === 'recorded')
      told.push(...frame.change.messages.map((message) => message.id));
  });
  return { told, stop };
};
const idsOf = async (service: SessionsService, id: SessionId) =>
  value(await service.messages.page(id, null, 100)).messages.map((message) => message.id);

describe('turns made elsewhere', () => {
  it('E1 an export holds what nobody has looked at yet, and leaves nobody looking', async () => {
    const { bench, service, id, transcript } = await ran('close');
    transcript.written.push(said('b', `there ${key}`));
    const idle = bench.timers.waiting();
    const exported = value(await service.messages.exportAs(id, 'md')).text;
    expect(exported).toMatch(/here[\s\S]*there \[REDACTED\]/);
    expect(await idsOf(service, id)).toEqual(['a', 'b']);
    expect(bench.timers.waiting()).toBe(idle);
    transcript.written.push(said('c', 'more'));
    const folder = join(bench.project, 'before-it-goes');
    const gone = await service.bulk({ folder: bench.project, filter: {}, export_to: folder, dry_run: false });
    const [path = ''] = value(gone).exported;
    expect(readFileSync(path, 'utf8')).toContain('more');
  });

  it('E1 E3 are read when somebody looks, stored once and filtered, and followed while they look', async () => {
    const { bench, service, id, transcript, storedLines } = await ran('pause');
    transcript.written.push(said('b', `there ${key}`));
    expect(transcript.readings()).toBe(0);
    const idle = bench.timers.waiting();
    const window = look(service, id);
    await vi.waitFor(() => expect(window.told).toEqual(['b']), patience);
    expect(await idsOf(service, id)).toEqual(['a', 'b']);
    transcript.written.push(said('c', 'more'));
    await vi.waitFor(() => {
      bench.timers.turn(LOOK_AGAIN_MS);
      expect(window.told).toEqual(['b', 'c']);
    }, patience);
    // Nobody looks any more: no timer is left, and what comes is not read.
    await vi.waitFor(() => expect(bench.timers.waiting()).toBe(idle + 1), patience);
    window.stop();
    expect(bench.timers.waiting()).toBe(idle);
    const readings = transcript.readings();
    transcript.written.push(said('d', 'unseen'));
    bench.timers.turn(LOOK_AGAIN_MS);
    expect(transcript.readings()).toBe(readings);

    const again = look(service, id);
    await vi.waitFor(() => expect(again.told).toEqual(['d']), patience);
    again.stop();
    const lines = await storedLines();
    expect(lines.filter((line) => line.includes('"role"'))).toHaveLength(4);
    expect(lines.join()).not.toContain(key);
  });

  it('E3 a closed session stays closed; its figures are saved once, when it grows no more', async () => {
    const { bench, service, id, transcript } = await ran('close');
    const before = service.book.find(id)?.session;
    transcript.written.push(said('b', 'there'));
    const window = look(service, id);
    await vi.waitFor(() => {
      bench.timers.turn(LOOK_AGAIN_MS);
      expect(service.book.find(id)?.session.total_tokens).toBe(7);
    }, patience);
    window.stop();
    const { status, outcome, closed_at } = service.book.find(id)?.session ?? {};
    expect({ status, outcome, closed_at }).toEqual({
      status: before?.status,
      outcome: before?.outcome,
      closed_at: before?.closed_at,
    });
    const events = value(await service.messages.events(id));
    expect(events.filter(({ type }) => type === 'stats-counted')).toHaveLength(1);
  });

  it('E1 E3 who looks away while it is read leaves nothing waiting, and the figures are saved', async () => {
    const { bench, service, id, transcript } = await ran('pause');
    transcript.written.push(said('b', 'there'));
    const idle = bench.timers.waiting();
    const stop = service.talk.follow(id, null, (frame) => {
      if (frame.type === 'change') stop();
    });
    await vi.waitFor(() => expect(service.book.find(id)?.session.total_tokens).toBe(7), patience);
    expect(bench.timers.waiting()).toBe(idle);
  });

  it('E2 nothing is read while a process runs for it, here or in another console', async () => {
    const { bench, service, id, transcript } = await ran('pause');
    const other = await bench.another();
    value(await other.service.locate(bench.project, id));
    const idle = bench.timers.waiting();
    const window = look(service, id);
    await vi.waitFor(() => expect(bench.timers.waiting()).toBe(idle + 1), patience);
    expect(transcript.readings()).toBe(1);
    value(await other.service.resume({ id }));
    transcript.written.push(said('b', 'there'));
    const running = bench.timers.waiting();
    const own = look(other.service, id);
    await vi.waitFor(() => expect(bench.timers.waiting()).toBe(running + 1), patience);
    bench.timers.turn(LOOK_AGAIN_MS);
    await vi.waitFor(() => expect(bench.timers.waiting()).toBe(running + 1), patience);
    expect(transcript.readings()).toBe(1);
    own.stop();
    other.driver.last().emit({ type: 'recorded', messages: transcript.written });
    await other.service.talk.drain();
    value(await other.service.pause(id));
    // What the other one stored is known, though it was stored elsewhere.
    transcript.written.push(said('c', 'more'));
    await vi.waitFor(() => {
      bench.timers.turn(LOOK_AGAIN_MS);
      expect(window.told).toEqual(['c']);
    }, patience);
    window.stop();
    expect(await idsOf(service, id)).toEqual(['a', 'b', 'c']);
  });

  it('E4 a record that is not there changes nothing', async () => {
    const { bench, service, id, transcript } = await ran('pause');
    transcript.written.length = 0;
    const before = value(await service.messages.events(id)).length;
    const idle = bench.timers.waiting();
    const window = look(service, id);
    await vi.waitFor(() => expect(bench.timers.waiting()).toBe(idle + 1), patience);
    window.stop();
    expect(window.told).toEqual([]);
    expect(await idsOf(service, id)).toEqual(['a']);
    expect(value(await service.messages.events(id))).toHaveLength(before);
  });
});
