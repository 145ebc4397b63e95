import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { LiveView } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Script } from '../../testing/fake-claude-driver';
import { type SessionBench, sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import type { SessionsService } from './sessions-service';

/** What a window that comes now is shown. */
function shown(service: SessionsService, id: SessionId): LiveView {
  const views: LiveView[] = [];
  const stop = service.talk.follow(id, null, (frame) => {
    if (frame.type === 'snapshot') views.push(frame.value);
  });
  stop();
  const [view] = views;
  if (view === undefined) throw new Error('nothing was shown');
  return view;
}
const queueOf = (service: SessionsService, id: SessionId) => shown(service, id).queue.map(({ text }) => text);
const folderOf = (bench: SessionBench) => join(bench.home, 'queued-prompts');
const filesIn = (bench: SessionBench) => readdirSync(folderOf(bench)).filter((name) => name !== 'key');

async function running(script: Script = {}) {
  const bench = await sessionBench(script);
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  value(await service.start({ id }));
  await service.talk.drain();
  return { bench, service, id, claude: bench.driver.last() };
}

/** Claude begins and has not taken its first prompt. */
async function begunWith(type: 'prompt-given' | 'prompt-not-given') {
  const bench = await sessionBench({ startsItself: false, takesPrompts: false });
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  const starting = service.start({ id, prompt: 'Go.' });
  await expect.poll(() => bench.driver.alive(), { timeout: 20_000 }).toBe(1);
  const claude = bench.driver.last();
  claude.emit({ type, id: 'first', text: 'Go.' });
  claude.emit({ type: 'started' });
  claude.emit({ type: 'status', status: 'idle' });
  value(await starting);
  return { bench, service, id, claude };
}

type Begun = Awaited<ReturnType<typeof begunWith>>;

describe('a first prompt that never reached Claude', () => {
  it('leaves a session that begins anew when it is resumed', async () => {
    const { bench, service, id } = await begunWith('prompt-given');
    bench.driver.script({});
    value(await service.pause(id));
    value(await service.resume({ id }));
    expect(bench.driver.last().request.mode).toEqual({ type: 'resume', neverPrompted: true });
  });

  it('one that was answered, or stands in the record, is continued', async () => {
    for (const isAnswered of [true, false]) {
      const { bench, service, id, claude } = await running(isAnswered ? { result: 'Done.' } : {});
      const content = [{ type: 'text' as const, text: 'Go.' }];
      const said: Message = { id: 'm', role: 'user', content, timestamp: '2026-01-01T00:00:00.000Z' };
      if (!isAnswered) claude.emit({ type: 'recorded', messages: [said] });
      value(await service.pause(id));
      value(await service.resume({ id }));
      expect(bench.driver.last().request.mode).toEqual({ type: 'resume', neverPrompted: false });
    }
  });

  it('T6 not given: it waits in the queue, is handed over like any other, and can be taken back', async () => {
    const { bench, service, id, claude } = await begunWith('prompt-not-given');
    await service.talk.drain();
    expect([queueOf(service, id), claude.sent]).toEqual([['Go.'], ['Go.']]);
    expect(value(await service.talk.takeBack(id, 'first'))).toEqual({ text: 'Go.', images: [] });
    expect([queueOf(service, id), filesIn(bench)]).toEqual([[], []]);
  });

  it.each(['quit', 'kill'] as const)('T6 not given: the %s of the program loses it not', async (how) => {
    const { bench, id } = await begunWith('prompt-not-given');
    expect(queueOf(await bench.restart(how), id)).toEqual(['Go.']);
  });

  it.each<[string, (begun: Begun) => Promise<SessionsService>]>([
    [
      'the session is paused',
      async ({ service, id }) => {
        value(await service.pause(id));
        return service;
      },
    ],
    [
      'Claude dies',
      async ({ service, id, claude }) => {
        claude.exit({ how: 'died', exit_code: 1 });
        await service.live.ended(id);
        return service;
      },
    ],
    ['the program quits', async ({ bench }) => bench.restart('quit')],
    ['the program is killed', async ({ bench }) => bench.restart('kill')],
  ])('T6 given and not taken: it is shown once %s', async (_, happens) => {
    const begun = await begunWith('prompt-given');
    expect(queueOf(begun.service, begun.id)).toEqual([]);
    const service = await happens(begun);
    await service.talk.drain();
    expect(queueOf(service, begun.id)).toEqual(['Go.']);
  });

  it('T6 given and taken: nothing of it stays', async () => {
    const { bench, service, id, claude } = await begunWith('prompt-given');
    claude.emit({ type: 'prompt-sent', id: 'first', text: 'Go.' });
    await service.talk.drain();
    expect(filesIn(bench)).toEqual([]);
    value(await service.pause(id));
    expect(queueOf(service, id)).toEqual([]);
  });
});

describe('what waits when the program ends', () => {
  const image = { media_type: 'image/png', data: 'AQID' } as const;

  it.each(['quit', 'kill'] as const)(
    'T6 T3 is there after a %s, with its pictures, and is sent by a word',
    async (how) => {
      const { bench, service, id } = await running();
      for (const text of ['one', 'two']) value(await service.talk.prompt(id, text));
      value(await service.talk.prompt(id, 'three', [image]));
      const file = join(folderOf(bench), `${id}.sealed`);
      for (const kept of [file, join(folderOf(bench), 'key')])
        expect(statSync(kept).mode & 0o777).toBe(0o600);
      // F3
      expect(readFileSync(file).includes('three')).toBe(false);
      expect(statSync(folderOf(bench)).mode & 0o777).toBe(0o700);

      const again = await bench.restart(how);
      expect(shown(again, id)).toMatchObject({
        has_process: false,
        queue: [{ text: 'two' }, { text: 'three', image_count: 1 }],
      });
      value(await again.resume({ id }));
      await again.talk.drain();
      const claude = bench.driver.last();
      expect(claude.sent).toEqual([]);
      const [, third] = shown(again, id).queue;
      expect(value(await again.talk.takeBack(id, third?.id ?? ''))).toEqual({
        text: 'three',
        images: [image],
      });
      value(await again.talk.prompt(id, 'four'));
      expect(claude.sent).toEqual(['two']);
      claude.emit({ type: 'turn-ended', interrupted: false });
      await again.talk.drain();
      expect([claude.sent, existsSync(file)]).toEqual([['two', 'four'], false]);
    },
  );

  it('T6 is in the order that was chosen, and in the session that Claude went on as', async () => {
    const { bench, service, id, claude } = await running();
    for (const text of ['one', 'two', 'three']) value(await service.talk.prompt(id, text));
    const [, third] = shown(service, id).queue;
    bench.driver.script({});
    const child = '22222222-2222-4222-8222-222222222222' as SessionId;
    claude.emit({
      type: 'session-replaced',
      session_id: child,
      run: { result: null, error: null, tool_calls: [] },
    });
    await service.talk.drain();
    await service.talk.sendNow(child, third?.id ?? '');
    await service.talk.drain();
    expect(filesIn(bench)).toEqual([`${child}.sealed`]);
    const again = await bench.restart('kill');
    expect([queueOf(again, id), queueOf(again, child)]).toEqual([[], ['two']]);
  });

  it('T6 a prompt that cannot be kept is refused, and waits nowhere', async () => {
    const { bench, service, id, claude } = await running();
    rmSync(folderOf(bench), { recursive: true, force: true });
    writeFileSync(folderOf(bench), '');
    expect(await service.talk.prompt(id, 'one')).toMatchObject({ error: { code: 'store-unavailable' } });
    expect([queueOf(service, id), claude.sent]).toEqual([[], []]);
  });

  it('goes with its session when that is deleted for ever, also where the program was killed in between', async () => {
    const { bench, service, id } = await running();
    for (const text of ['one', 'two']) value(await service.talk.prompt(id, text));
    value(await service.close(id));
    const file = join(folderOf(bench), `${id}.sealed`);
    const kept = readFileSync(file);
    value(await service.trash(id));
    value(await service.purge(id));
    await service.talk.drain();
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, kept);
    const again = await bench.restart('kill');
    await again.talk.drain();
    expect(existsSync(file)).toBe(false);
  });

  it('F2 a file that says nothing is passed over', async () => {
    const { bench, service, id } = await running();
    for (const text of ['one', 'two']) value(await service.talk.prompt(id, text));
    const file = join(folderOf(bench), `${id}.sealed`);
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    const again = await bench.restart('kill');
    expect([queueOf(again, id), existsSync(file)]).toEqual([[], true]);
  });
});

describe('a prompt that was handed over and not taken', () => {
  it('T1 can be taken back, and the next one follows', async () => {
    const { service, id, claude } = await running({ takesPrompts: false });
    const asked = [service.talk.prompt(id, 'one'), service.talk.prompt(id, 'two')];
    await service.talk.drain();
    const [first] = shown(service, id).queue;
    expect(value(await service.talk.takeBack(id, first?.id ?? ''))).toMatchObject({ text: 'one' });
    await service.talk.drain();
    expect([queueOf(service, id), claude.sent]).toEqual([['two'], ['one', 'two']]);
    const [second] = shown(service, id).queue;
    claude.emit({ type: 'prompt-sent', id: second?.id ?? '', text: 'two' });
    await Promise.all(asked);
    expect(await service.talk.takeBack(id, second?.id ?? '')).toMatchObject({
      error: { code: 'prompt-gone' },
    });
  });

  it('T5 goes along over /clear, and is not sent a second time', async () => {
    const { service, id, claude } = await running({ takesPrompts: false });
    const asked = service.talk.prompt(id, 'one');
    await service.talk.drain();
    const child = '22222222-2222-4222-8222-222222222222' as SessionId;
    claude.emit({
      type: 'session-replaced',
      session_id: child,
      run: { result: null, error: null, tool_calls: [] },
    });
    claude.emit({ type: 'status', status: 'idle' });
    await service.talk.drain();
    expect([queueOf(service, child), claude.sent]).toEqual([['one'], ['one']]);
    const [first] = shown(service, child).queue;
    // Refused after all, it is sent once more when its turn comes.
    claude.takeBack?.(first?.id ?? '');
    await asked;
    claude.emit({ type: 'status', status: 'idle' });
    await service.talk.drain();
    expect(claude.sent).toEqual(['one', 'one']);
    onTestFinished(() => claude.exit());
  });
});
