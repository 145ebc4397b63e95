import type { Frame } from '@domain/feed';
import type { BeadId, SessionId } from '@domain/ids';
import type { LiveChange, LiveView } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import type { SessionsService } from './sessions-service';

/** Follows as a window does: the view it builds from changes is the one a late comer is shown. */
function follow(service: SessionsService, id: SessionId) {
  const frames: Frame<LiveView, LiveChange>[] = [];
  let view = noLiveView;
  onTestFinished(
    service.talk.follow(id, null, (frame) => {
      frames.push(frame);
      view = frame.type === 'snapshot' ? frame.value : applyLiveChange(view, frame.change);
    }),
  );
  return { frames, view: () => view };
}

async function running() {
  const bench = await sessionBench();
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  const window = follow(service, id);
  value(await service.start({ id }));
  await service.talk.drain();
  return { bench, service, id, window, claude: bench.driver.last() };
}

const said = (id: string, text: string, more: Partial<Message> = {}): Message => ({
  id,
  role: 'assistant',
  content: [{ type: 'text', text }],
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
});
const key = `sk-ant-api03-${'a1B2'.repeat(12)}`;

describe('talking with what runs', () => {
  it('T1 one prompt at a time, whatever the hurry; the queue follows turn by turn', async () => {
    const { service, id, window, claude } = await running();
    const sent = await Promise.all(['one', 'two', 'three'].map((text) => service.talk.prompt(id, text)));
    expect(sent.map((answer) => value(answer).is_queued)).toEqual([false, true, true]);
    await service.talk.drain();
    expect(claude.sent).toEqual(['one']);
    expect(window.view()).toMatchObject({ status: 'busy', queue: [{ text: 'two' }, { text: 'three' }] });
    claude.emit({ type: 'turn-ended', interrupted: false });
    await service.talk.drain();
    expect(claude.sent).toEqual(['one', 'two']);
    expect(window.view().queue).toMatchObject([{ text: 'three' }]);
  });

  it('T1 a queued prompt can be taken back, a sent one not', async () => {
    const { service, id, claude } = await running();
    const first = value(await service.talk.prompt(id, 'one'));
    const second = value(await service.talk.prompt(id, 'two'));
    expect(await service.talk.takeBack(id, first.prompt_id)).toMatchObject({
      error: { code: 'prompt-gone' },
    });
    expect(value(await service.talk.takeBack(id, second.prompt_id))).toEqual({ text: 'two', images: [] });
    claude.emit({ type: 'turn-ended', interrupted: false });
    await service.talk.drain();
    expect(claude.sent).toEqual(['one']);
  });

  it('T2 T3 the end of the process loses no prompt and sends none by itself', async () => {
    const { bench, service, id, window } = await running();
    value(await service.talk.prompt(id, 'one'));
    value(await service.talk.prompt(id, 'two'));
    value(await service.pause(id));
    await service.talk.drain();
    expect(window.view()).toMatchObject({ has_process: false, parts: [], queue: [{ text: 'two' }] });
    expect(await service.talk.prompt(id, 'nobody there')).toEqual({
      ok: false,
      error: { code: 'no-process' },
    });
    value(await service.resume({ id }));
    await service.talk.drain();
    expect(bench.driver.last().sent).toEqual([]);
    value(await service.talk.prompt(id, 'three'));
    expect(bench.driver.last().sent).toEqual(['two']);
  });

  it('T1 T3 what was left over waits for the turn of the prompt that a process is resumed with', async () => {
    const { bench, service, id, window } = await running();
    for (const text of ['one', 'two']) await service.talk.prompt(id, text);
    bench.driver.last().exit({ how: 'died', exit_code: 1 });
    await service.live.ended(id);
    value(await service.resume({ id, prompt: 'go on' }));
    await service.talk.drain();
    const claude = bench.driver.last();
    expect(claude.sent).toEqual([]);
    expect(window.view()).toMatchObject({ status: 'busy', queue: [{ text: 'two' }] });
    claude.emit({ type: 'turn-ended', interrupted: false });
    await service.talk.drain();
    expect(claude.sent).toEqual(['two']);
  });

  it('T3 what a seat that changed left over is sent by a word of its own', async () => {
    const { bench, service, id, window } = await running();
    for (const text of ['one', 'two', 'three']) await service.talk.prompt(id, text);
    value(await service.switchSeat(id, 'pty', true));
    await service.talk.drain();
    const claude = bench.driver.last();
    expect(claude.sent).toEqual([]);
    const [, third] = window.view().queue;
    value(await service.talk.sendNow(id, third?.id ?? ''));
    await service.talk.drain();
    expect(claude.sent).toEqual(['three']);
    expect(window.view()).toMatchObject({ status: 'busy', queue: [{ text: 'two' }] });
  });

  it('T4 R2 what is recorded is stored filtered, then told as it was stored', async () => {
    const { service, id, window, claude } = await running();
    claude.emit({ type: 'text', message_id: 'm1', text: `the key is ${key}` });
    await service.talk.drain();
    expect(window.view().parts).toHaveLength(1);
    claude.emit({ type: 'recorded', messages: [said('m1', `the key is ${key}`)] });
    await service.talk.drain();
    expect(window.view().parts).toEqual([]);
    const stored = value(await service.messages.page(id, null, 10)).messages;
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(window.frames.at(-1)).toMatchObject({ change: { type: 'recorded', messages: stored } });
  });

  it('R1 a resumed session tells everything again, and only what is new or has grown is stored', async () => {
    const { bench, service, id, claude, window } = await running();
    claude.emit({ type: 'recorded', messages: [said('m1', 'one'), said('m2', 'two')] });
    value(await service.pause(id));
    value(await service.resume({ id }));
    const call = { id: 't', tool: 'Read', input: {}, success: true };
    const again = [said('m1', 'one'), said('m2', 'two', { tool_calls: [call] }), said('m3', 'three')];
    bench.driver.last().emit({ type: 'recorded', messages: again });
    await service.talk.drain();
    const change = window.frames.at(-1);
    expect(change).toMatchObject({ change: { messages: [{ id: 'm2' }, { id: 'm3' }] } });
    const { messages } = value(await service.messages.page(id, null, 10));
    expect(messages.map((message) => message.id)).toEqual(['m1', 'm2', 'm3']);
  });

  it('R1 another text of the same length is another form; the same one with a secret in it is not', async () => {
    const { bench, service, id, claude, window } = await running();
    const call = (output: string) => ({ id: 't', tool: 'Read', input: {}, output, success: true });
    const told = [said('m1', 'one', { tool_calls: [call('half')] }), said('m2', `the key is ${key}`)];
    claude.emit({ type: 'recorded', messages: told });
    value(await service.pause(id));
    value(await service.resume({ id }));
    const again = [said('m1', 'one', { tool_calls: [call('full')] }), said('m2', `the key is ${key}`)];
    bench.driver.last().emit({ type: 'recorded', messages: again });
    await service.talk.drain();
    expect(window.frames.at(-1)).toMatchObject({
      change: { type: 'recorded', messages: [{ id: 'm1', tool_calls: [{ output: 'full' }] }] },
    });
    const { messages } = value(await service.messages.page(id, null, 10));
    expect(messages.find((message) => message.id === 'm1')?.tool_calls).toMatchObject([{ output: 'full' }]);
  });

  it('a later prompt of the queue can go next, and the turn is stopped for it', async () => {
    const { service, id, window, claude } = await running();
    for (const text of ['one', 'two']) await service.talk.prompt(id, text);
    const third = value(await service.talk.prompt(id, 'three'));
    value(await service.talk.sendNow(id, third.prompt_id));
    await service.talk.drain();
    expect(claude.sent).toEqual(['one', 'three']);
    expect(window.view().queue).toMatchObject([{ text: 'two' }]);
    expect(await service.talk.sendNow(id, third.prompt_id)).toMatchObject({ error: { code: 'prompt-gone' } });
  });

  it('pictures go with their prompt, wait with it, and come back with it', async () => {
    const { service, id, window, claude } = await running();
    const image = { media_type: 'image/png', data: 'AQID' } as const;
    value(await service.talk.prompt(id, 'look', [image]));
    value(await service.talk.prompt(id, 'without'));
    const third = value(await service.talk.prompt(id, 'later', [image, image]));
    expect(window.view().queue).toMatchObject([{ text: 'without' }, { text: 'later', image_count: 2 }]);
    expect(value(await service.talk.takeBack(id, third.prompt_id)).images).toEqual([image, image]);
    claude.emit({ type: 'turn-ended', interrupted: false });
    await service.talk.drain();
    expect([claude.sent, claude.images]).toEqual([
      ['look', 'without'],
      [[image], []],
    ]);
  });

  it('who waits is known without following a session, and nobody waits after the turn', async () => {
    const { service, id, claude } = await running();
    const told: unknown[] = [];
    onTestFinished(service.talk.doing.follow(null, (frame) => told.push(frame)));
    expect(told).toMatchObject([{ value: { doing: [{ session_id: id, status: 'idle', asks: [] }] } }]);
    const request = { id: 'q', tool: 'Bash', input: { command: 'ls' }, rules: [] };
    claude.emit({ type: 'permission-asked', request });
    claude.emit({ type: 'text', message_id: 'm', text: 'a word' });
    claude.emit({ type: 'turn-ended', interrupted: true });
    await service.talk.drain();
    expect(told.slice(1)).toMatchObject([
      { change: { doing: { asks: [{ id: 'q', tool: 'Bash' }] } } },
      { change: { doing: { asks: [] } } },
    ]);
    value(await service.pause(id));
    await service.talk.drain();
    expect(told.at(-1)).toMatchObject({ change: { type: 'ended', session_id: id } });
  });

  it('a question is shown until it is answered, and answered once', async () => {
    const { service, id, window, claude } = await running();
    const request = { id: 'q', tool: 'Bash', input: { command: 'ls' }, rules: ['Bash(ls)'] };
    claude.emit({ type: 'permission-asked', request });
    await service.talk.drain();
    expect(follow(service, id).view().permissions).toEqual([request]);
    const answer = { behavior: 'allow', always: true } as const;
    expect(await service.talk.answer(id, 'q', answer)).toEqual({ ok: true, value: null });
    expect(await service.talk.answer(id, 'q', answer)).toMatchObject({ error: { code: 'permission-gone' } });
    await service.talk.drain();
    expect(window.view().permissions).toEqual([]);
    expect(claude.answers).toEqual([{ id: 'q', answer }]);
  });

  it('T5 /clear: the old session is closed, its child goes on in the same process, with all that waited', async () => {
    const { service, id, claude } = await running();
    const child = '22222222-2222-4222-8222-222222222222' as SessionId;
    value(await service.linkBead(id, 'tide-1' as BeadId));
    const window = follow(service, id);
    value(await service.talk.prompt(id, '/clear'));
    value(await service.talk.prompt(id, 'and then'));
    expect(claude.sent).toEqual(['/clear']);
    const ended = service.live.ended(id);
    const run = { result: 'Old.', error: null, tool_calls: [] };
    claude.emit({ type: 'turn-ended', interrupted: false });
    claude.emit({ type: 'session-replaced', session_id: child, run });
    claude.emit({ type: 'status', status: 'idle' });
    const next = follow(service, child);
    claude.emit({ type: 'recorded', messages: [said('m1', 'In the new one.')] });
    expect(value(await ended)).toMatchObject({ status: 'closed', outcome: 'handoff', child_ids: [child] });
    await service.talk.drain();
    expect(value(await service.messages.show(id)).runs).toMatchObject([{ result: 'Old.', success: true }]);
    expect(value(await service.messages.show(child))).toMatchObject({
      status: 'active',
      source: 'clear',
      parent_id: id,
      chain_id: id,
      bead_id: 'tide-1',
      runs: [{ success: null }],
    });
    const change = { type: 'session-replaced', session_id: child };
    expect(window.frames).toContainEqual(expect.objectContaining({ change }));
    expect(window.view()).toMatchObject({ has_process: false, queue: [] });
    expect(claude.sent).toEqual(['/clear', 'and then']);
    expect(next.view()).toMatchObject({ has_process: true, status: 'busy' });
    expect(value(await service.messages.page(child, null, 10)).messages).toHaveLength(1);
    expect(service.live.ids()).toEqual([child]);
    expect(value(await service.pause(child))).toMatchObject({ status: 'paused' });
    expect(value(await service.close(child))).toMatchObject({ status: 'closed' });
  });

  it('what is sure to fail leaves no run behind', async () => {
    const bench = await sessionBench({ isNotClear: { code: 'project-untrusted', project: '/p' } });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    expect(await service.start({ id })).toMatchObject({ error: { code: 'project-untrusted' } });
    expect(value(await service.messages.show(id))).toMatchObject({ status: 'draft', runs: [] });
  });
});
