import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '@domain/feed';
import type { LiveChange, LiveView } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import { readTranscriptPlainly } from '../testing/plain-transcript-reader';
import { claudeBench, findRealClaude } from '../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const window = { door: 'ui', connection: 'test' } as const;

async function openApp(env: Record<string, string>, isLongLived = true) {
  const app = await compose({ env, shell: 'serve', isLongLived, checkOutputs: true });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  const call = (name: string, input: object) => app.dispatch.call(name, input, window);
  const ask = async <T>(name: string, input: object): Promise<T> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.value as T;
  };
  const follow = async (id: string) => {
    let view = noLiveView;
    const stop = await app.dispatch.follow(
      'sessions.live',
      { id },
      null,
      (told) => {
        const frame = told as Frame<LiveView, LiveChange>;
        view = frame.type === 'snapshot' ? frame.value : applyLiveChange(view, frame.change);
      },
      window,
    );
    if (stop.ok) onTestFinished(stop.value);
    return () => view;
  };
  /** What its terminal shows, as it comes. */
  const terminal = async (id: string) => {
    let text = '';
    const stop = await app.dispatch.follow(
      'terminal.attach',
      { session_id: id, viewer: 'test' },
      null,
      (told) => {
        const frame = told as Frame<{ screen?: string }, { type: string; text?: string }>;
        text += (frame.type === 'snapshot' ? frame.value.screen : frame.change.text) ?? '';
      },
      window,
    );
    if (stop.ok) onTestFinished(stop.value);
    return () => text;
  };
  return { app, call, ask, follow, terminal, close };
}

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('the whole program with the real CLI', () => {
    it('trusts, starts, asks, records, pauses, resumes after a restart and closes', async () => {
      const bench = await claudeBench(claude);
      const { project } = bench;
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      const first = await openApp(env);
      await first.ask('projects.open', { path: project });
      const { id } = await first.ask<Session>('sessions.create', { project, prompt: 'Make a file' });
      expect(await first.call('sessions.start', { id })).toEqual({
        ok: false,
        error: { code: 'project-untrusted', project },
      });
      await first.ask('projects.trust', { path: project, is_trusted: true });

      const touch = { type: 'tool_use', name: 'Bash', input: { command: 'touch made.txt' } };
      await bench.script({ replies: [{ blocks: [touch] }, { text: 'It is there.' }, { text: 'Twice.' }] });
      const view = await first.follow(id);
      expect(await first.ask('sessions.start', { id })).toMatchObject({ status: 'active' });
      const asked = await vi.waitFor(() => {
        const request = view().permissions[0];
        if (request === undefined) throw new Error('no question yet');
        return request;
      }, patience);
      // A reload of the window finds the question again; no other door may answer it.
      expect((await first.follow(id))().permissions).toEqual([asked]);
      const answer = { id, permission_id: asked.id, answer: { behavior: 'allow' } };
      expect(
        await first.app.dispatch.call('sessions.answerPermission', answer, { ...window, door: 'cli' }),
      ).toMatchObject({ error: { code: 'door-closed' } });
      await first.ask('sessions.answerPermission', answer);
      const recorded = async (app: typeof first) =>
        (await app.ask<{ messages: Message[] }>('sessions.messages', { id })).messages;
      await vi.waitFor(async () => expect(await recorded(first)).toHaveLength(3), patience);
      expect(existsSync(join(project, 'made.txt'))).toBe(true);

      expect(await first.ask('sessions.prompt', { id, text: 'Again' })).toMatchObject({ is_queued: false });
      await vi.waitFor(async () => expect(await recorded(first)).toHaveLength(5), patience);
      await vi.waitFor(() => expect(view()).toMatchObject({ status: 'idle', parts: [] }), patience);
      await first.close();

      const second = await openApp(env);
      expect(await second.ask('sessions.show', { project, id })).toMatchObject({
        status: 'paused',
        pause_reason: 'app_quit',
        runs: [{ success: true, result: 'Twice.', tool_calls: [{ tool: 'Bash', success: true }] }],
      });
      await bench.script({ replies: [{ text: 'Back.' }] });
      await second.ask('sessions.resume', { id, prompt: 'Go on' });
      await vi.waitFor(async () => expect(await recorded(second)).toHaveLength(7), patience);
      expect(await second.ask('sessions.close', { id })).toMatchObject({ status: 'closed', outcome: 'done' });
      const ids = (await recorded(second)).map((message) => message.id);
      expect(ids).toEqual(readTranscriptPlainly(bench.transcriptOf(id)).map((message) => message.id));
    });

    it('in its own terminal: no trust of ours needed, /clear goes on in the chain, seats change there and back', async () => {
      const bench = await claudeBench(claude);
      const { project } = bench;
      const app = await openApp({ ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') });
      await app.ask('projects.open', { path: project });
      // A prompt after /clear carries Claude's own words about the command before it.
      const heard = (prompt: string) => ({
        when: { lastUser: `${prompt}$` },
        reply: { text: `Heard ${prompt}.` },
      });
      await bench.script({ rules: ['one', 'two', 'three', 'four', 'five'].map(heard) });
      const said = async (id: string) => {
        const { messages } = await app.ask<{ messages: Message[] }>('sessions.messages', { id });
        const texts = messages.flatMap(({ content }) =>
          content.map((block) => 'text' in block && block.text),
        );
        return texts.filter((text) => typeof text === 'string' && !text.startsWith('<'));
      };
      const { id } = await app.ask<Session>('sessions.create', { project, prompt: 'one', title: 'Beds' });
      const view = await app.follow(id);
      await app.ask('sessions.start', { id, seat: 'pty' });
      await vi.waitFor(async () => expect(await said(id)).toEqual(['one', 'Heard one.']), patience);
      await vi.waitFor(
        () => expect(view()).toMatchObject({ seat: 'pty', status: 'idle', parts: [] }),
        patience,
      );

      await app.ask('sessions.prompt', { id, text: '/clear' });
      const child = await vi.waitFor(async () => {
        const old = await app.ask<Session>('sessions.show', { id });
        expect(old).toMatchObject({ status: 'closed', outcome: 'handoff' });
        return old.child_ids[0] ?? '';
      }, patience);
      expect(await app.ask('sessions.show', { id: child })).toMatchObject({
        status: 'active',
        title: 'Beds',
        chain_id: id,
        metadata: { seat: 'pty' },
      });
      const screen = await app.terminal(child);
      await vi.waitFor(() => expect(screen()).toContain('/clear'), patience);
      const childView = await app.follow(child);
      await vi.waitFor(
        () => expect(childView()).toMatchObject({ has_process: true, status: 'idle' }),
        patience,
      );
      await app.ask('sessions.prompt', { id: child, text: 'two' });
      await vi.waitFor(async () => expect(await said(child)).toEqual(['two', 'Heard two.']), patience);
      await vi.waitFor(() => expect(childView().status).toBe('idle'), patience);

      // Print mode does not ask: there our trust counts. That is found while Claude still runs, and it runs on.
      expect(await app.call('sessions.switchSeat', { id: child, seat: 'stream' })).toMatchObject({
        error: { code: 'project-untrusted' },
      });
      expect(childView()).toMatchObject({ has_process: true, seat: 'pty', status: 'idle' });
      expect(await app.ask('sessions.show', { id: child })).toMatchObject({ status: 'active' });
      const whole = ['two', 'Heard two.'];
      const talkOn = async (text: string) => {
        await app.ask('sessions.prompt', { id: child, text });
        whole.push(text, `Heard ${text}.`);
        await vi.waitFor(async () => expect(await said(child)).toEqual(whole), patience);
        await vi.waitFor(() => expect(childView()).toMatchObject({ status: 'idle', parts: [] }), patience);
      };
      await talkOn('three');
      await app.ask('projects.trust', { path: project, is_trusted: true });
      for (const [seat, text] of [
        ['stream', 'four'],
        ['pty', 'five'],
      ] as const) {
        const moved = await app.ask<Session>('sessions.switchSeat', { id: child, seat });
        expect(moved).toMatchObject({ status: 'active', metadata: { seat } });
        await vi.waitFor(() => expect(childView()).toMatchObject({ has_process: true, seat }), patience);
        await talkOn(text);
      }

      // In the middle of a turn: what was said is kept, and what waited waits on until somebody sends it.
      const half = { blocks: [{ type: 'text', text: 'Half of it.\n' }, { type: 'hold' }] };
      await bench.script({ rules: [heard('seven')], replies: [half] });
      await app.ask('sessions.prompt', { id: child, text: 'six' });
      await vi.waitFor(() => expect(JSON.stringify(childView().parts)).toContain('Half of it.'), patience);
      const queued = await app.ask<{ prompt_id: string }>('sessions.prompt', { id: child, text: 'seven' });
      expect(await app.call('sessions.switchSeat', { id: child, seat: 'stream' })).toMatchObject({
        error: { code: 'turn-running' },
      });
      await app.ask('sessions.switchSeat', { id: child, seat: 'stream', interrupt: true });
      await vi.waitFor(() => expect(childView()).toMatchObject({ seat: 'stream', status: 'idle' }), patience);
      expect(childView().queue).toMatchObject([{ text: 'seven' }]);
      expect(await said(child)).toContain('Half of it.\n');
      await app.ask('sessions.sendNow', { id: child, prompt_id: queued.prompt_id });
      await vi.waitFor(async () => expect(await said(child)).toContain('Heard seven.'), patience);
      expect(await app.ask('sessions.close', { id: child })).toMatchObject({ status: 'closed' });
      for (const one of [id, child]) {
        const { messages } = await app.ask<{ messages: Message[] }>('sessions.messages', { id: one });
        const plainly = readTranscriptPlainly(bench.transcriptOf(one));
        expect(messages.map((message) => message.id)).toEqual(plainly.map((message) => message.id));
      }
    });

    it('a program that ends at once starts nothing, and a crash pauses, one resume away', async () => {
      const bench = await claudeBench(claude);
      const { project } = bench;
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      const brief = await openApp(env, false);
      const { id } = await brief.ask<Session>('sessions.create', { project });
      expect(await brief.call('sessions.start', { id })).toEqual({
        ok: false,
        error: { code: 'console-not-running' },
      });
      await brief.close();

      const long = await openApp(env);
      await long.ask('projects.open', { path: project });
      await long.ask('projects.trust', { path: project, is_trusted: true });
      await long.ask('sessions.start', { project, id });
      const view = await long.follow(id);
      const registry = await vi.waitFor(() => findPid(bench.home), patience);
      process.kill(registry, 'SIGKILL');
      await vi.waitFor(() => expect(view().end).toMatchObject({ how: 'died', signal: 'SIGKILL' }), patience);
      await vi.waitFor(async () => {
        const shown = await long.ask<Session>('sessions.show', { id });
        expect(shown).toMatchObject({ status: 'paused', pause_reason: 'crash' });
      }, patience);
      expect(await long.ask('sessions.resume', { id })).toMatchObject({ status: 'active' });
    });
  });

function findPid(home: string): number {
  const folder = join(home, '.claude', 'sessions');
  const name = readdirSync(folder).find((one) => /^\d+\.json$/.test(one));
  if (name === undefined) throw new Error('no process in the registry yet');
  return Number(name.split('.')[0]);
}
