import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, vi } from 'vitest';
import type { ClaudeDriver, DriverEvent, LaunchRequest, LiveClaude } from '../ports/claude-driver';

export type DriverUnderTest = {
  readonly driver: ClaudeDriver;
  readonly cwd: string;
  /** Makes the running process end by itself, well or badly. */
  endByItself(live: LiveClaude, how: 'exited' | 'died'): Promise<void>;
  isAlive(live: LiveClaude): Promise<boolean>;
  /** Makes it answer with `text`, and write that down. */
  answer(live: LiveClaude, text: string): Promise<void>;
  /** Makes it ask whether it may run a command. */
  askPermission(live: LiveClaude): Promise<void>;
  close(): Promise<void>;
};

/** Every driver, scripted or real, keeps D1 to D8 of `ports/claude-driver.ts`. */
export function describeClaudeDriver(name: string, open: () => Promise<DriverUnderTest>): void {
  const patience = { timeout: 60_000 };

  async function launched(mode: LaunchRequest['mode'] = { type: 'new' }) {
    const subject = await open();
    const session_id = randomUUID() as SessionId;
    const request = { session_id, mode, cwd: subject.cwd, project: subject.cwd, prompt: '' };
    expect(await subject.driver.check(request)).toEqual({ ok: true, value: null });
    const launch = await subject.driver.launch(request);
    if (!launch.ok) throw new Error(`not launched: ${launch.error.code}`);
    const events: DriverEvent[] = [];
    launch.value.onEvent((event) => events.push(event));
    const saw = (type: DriverEvent['type']) =>
      vi.waitFor(() => expect(events.map((event) => event.type)).toContain(type), patience);
    return { subject, live: launch.value, events, saw };
  }

  describe(name, () => {
    it('D1 D8 launches with the id it was given and tells when the session began, idle then', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      const idle = { type: 'status', status: 'idle' };
      await vi.waitFor(() => expect(events).toContainEqual(idle), patience);
      expect(events.slice(events.findIndex(({ type }) => type === 'started'))).toContainEqual(idle);
      expect(await subject.isAlive(live)).toBe(true);
      await live.kill();
      await subject.close();
    });

    it.each(['exited', 'died'] as const)('D2 a process that %s by itself says so once, last', async (how) => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      await subject.endByItself(live, how);
      await saw('process-ended');
      expect(events.filter((event) => event.type === 'process-ended')).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({ type: 'process-ended', end: { how } });
      expect(await live.send('too late')).toEqual({ ok: false, error: { code: 'no-process' } });
      await subject.close();
    });

    it('D3 a listener that comes right after the launch misses nothing', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      expect(events[0]?.type).toBe('started');
      await live.kill();
      await subject.close();
    });

    it('D4 D5 end is told step by step, may be asked twice, and leaves nothing behind', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      await Promise.all([live.end(), live.end()]);
      expect(await subject.isAlive(live)).toBe(false);
      await saw('process-ended');
      expect(events.some((event) => event.type === 'stop-step')).toBe(true);
      expect(events.filter((event) => event.type === 'process-ended')).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({ end: { how: 'asked' } });
      await live.end();
      await subject.close();
    });

    it('D5 after kill the process is gone', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      await live.kill();
      expect(await subject.isAlive(live)).toBe(false);
      await saw('process-ended');
      expect(events.at(-1)?.type).toBe('process-ended');
      await live.kill();
      await subject.close();
    });

    it.each(['allow', 'deny'] as const)(
      'D6 a question is asked once and settled by %s, once',
      async (how) => {
        const { subject, live, events, saw } = await launched();
        await saw('started');
        await subject.askPermission(live);
        await saw('permission-asked');
        const id =
          events.flatMap((event) => (event.type === 'permission-asked' ? [event.request.id] : []))[0] ?? '';
        const answer =
          how === 'allow' ? { behavior: how, always: false } : { behavior: how, message: 'not today' };
        expect(await live.answerPermission(id, answer)).toEqual({ ok: true, value: null });
        expect(await live.answerPermission(id, answer)).toMatchObject({ error: { code: 'permission-gone' } });
        await live.end();
        expect(events.filter(({ type }) => type === 'permission-settled')).toEqual([
          { type: 'permission-settled', id },
        ]);
        expect(await live.answerPermission(id, answer)).toEqual({ ok: false, error: { code: 'no-process' } });
        await subject.close();
      },
    );

    it('D6 a question that nobody answered is settled by the end', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      await subject.askPermission(live);
      await saw('permission-asked');
      await live.end();
      expect(events.filter(({ type }) => type === 'permission-settled')).toHaveLength(1);
      await subject.close();
    });

    it('D7 what was said is recorded before the process has ended', async () => {
      const { subject, live, events, saw } = await launched();
      await saw('started');
      await subject.answer(live, 'Said and done.');
      await saw('turn-ended');
      await live.end();
      const recorded = events.flatMap((event) => (event.type === 'recorded' ? event.messages : []));
      const texts = recorded.flatMap(({ content }) => content.map((block) => 'text' in block && block.text));
      expect(texts).toContain('Said and done.');
      expect(events.at(-1)?.type).toBe('process-ended');
      await subject.close();
    });
  });
}
