import { type Cursor, createFeed, type Feed, type Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { LiveChange, LiveView, PermissionAnswer } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { DriverEvent } from '../../ports/claude-driver';
import { createDoingBoard, type DoingBoard } from './doing-board';
import type { Kernel } from './kernel';
import { liveChangeOf } from './live-change';
import type { LiveSessions } from './live-sessions';
import type { RecordMessages } from './record-messages';

/*
 * Talking with what runs.
 * T1  One prompt at a time: one that comes while a turn runs waits in the queue, visible, and is sent when the turn has ended.
 * T2  A prompt leaves the queue when Claude has it, not before: the end of a process loses none.
 * T3  What a queue holds when a process ends is not sent to the next one by itself; the next prompt takes it along.
 * T4  Changes are told in the order of the events, and `recorded` only when it is stored.
 */
export type Talk = {
  prompt(
    id: SessionId,
    text: string,
  ): Promise<Result<{ prompt_id: string; is_queued: boolean }, SessionError>>;
  takeBack(id: SessionId, promptId: string): Promise<Result<{ text: string }, SessionError>>;
  interrupt(id: SessionId): Promise<Result<null, SessionError>>;
  answer(id: SessionId, permissionId: string, answer: PermissionAnswer): Promise<Result<null, SessionError>>;
  follow(
    id: SessionId,
    after: Cursor | null,
    deliver: (frame: Frame<LiveView, LiveChange>) => void,
  ): () => void;
  /** What each process does now. */
  readonly doing: DoingBoard['feed'];
  /** How many sessions have a turn that runs or waits for an answer. */
  turns(): number;
  /** Resolves when every event told so far is dealt with. */
  drain(): Promise<void>;
  close(): void;
};

type Line = {
  readonly id: SessionId;
  view: LiveView;
  readonly feed: Feed<LiveView, LiveChange>;
  tail: Promise<unknown>;
  /** The prompt that was handed over and has not come back as an event yet. */
  inFlight: string | null;
};

const KEPT_CHANGES = 2000;
const STARTS_ANEW = /^\s*(\/(?:clear|reset|new))(?:\s|$)/;

export type TalkDeps = {
  readonly kernel: Kernel;
  readonly live: LiveSessions;
  readonly records: RecordMessages;
  readonly epoch: string;
};

export function createTalk(deps: TalkDeps): Talk {
  const { live, records, epoch } = deps;
  const { newId, clean, log, clock } = deps.kernel;
  const doing = createDoingBoard(epoch, clock.now);
  const lines = new Map<SessionId, Line>();
  let made = 0;

  const lineOf = (id: SessionId): Line => {
    const known = lines.get(id);
    if (known !== undefined) return known;
    made += 1;
    const line: Line = {
      id,
      view: noLiveView,
      feed: createFeed({ epoch: `${epoch}-${made}`, snapshot: () => line.view, keep: KEPT_CHANGES }),
      tail: Promise.resolve(),
      inFlight: null,
    };
    lines.set(id, line);
    return line;
  };
  const dropIdle = (id: SessionId) => {
    const line = lines.get(id);
    const isIdle = line?.feed.followers() === 0 && line.view.queue.length === 0 && !live.has(id);
    if (isIdle) lines.delete(id);
  };
  const tell = (line: Line, change: LiveChange) => {
    line.view = applyLiveChange(line.view, change);
    line.feed.publish(change);
    doing.look(line.id, line.view);
  };
  const inOrder = <T>(line: Line, work: () => Promise<T>): Promise<T> => {
    const run = line.tail.then(work);
    line.tail = run.catch((error: unknown) => log.error('a live event was not dealt with', { error }));
    return run;
  };

  const sendNext = async (id: SessionId, line: Line) => {
    const next = line.view.queue[0];
    const process = live.process(id);
    if (next === undefined || process === null || line.inFlight !== null) return;
    line.inFlight = next.id;
    // `prompt-sent` takes it off the queue; one that was not taken stays there.
    const sent = await process.send(next.text, next.id);
    if (!sent.ok) line.inFlight = null;
  };

  const onEvent = async (id: SessionId, line: Line, event: DriverEvent) => {
    if (event.type === 'recorded') {
      const messages = await records.record(id, event.messages);
      const replaces = event.replaces ?? [];
      if (messages.length > 0 || replaces.length > 0)
        tell(line, { type: 'recorded', messages: [...messages], replaces: [...replaces] });
      return;
    }
    const change = liveChangeOf(event);
    if (change !== null) tell(line, change);
    const isTaken = event.type === 'prompt-sent' && event.id === line.inFlight;
    if (isTaken || event.type === 'process-ended') line.inFlight = null;
    if (event.type === 'turn-ended') await sendNext(id, line);
    if (event.type === 'process-ended') {
      records.forget(id);
      dropIdle(id);
    }
  };

  const stopEvents = live.onEvent((id, event) => {
    const line = lineOf(id);
    void inOrder(line, () => onEvent(id, line, event));
  });

  return {
    doing: doing.feed,
    async prompt(id, text) {
      const spoken = clean.text('prompt', text);
      if (!spoken.ok) return spoken;
      if (text.trim() === '')
        return err({ code: 'text-invalid', field: 'prompt', reason: 'empty', limit: 1 });
      const anew = STARTS_ANEW.exec(text)?.[1];
      if (anew !== undefined) return err({ code: 'prompt-starts-anew', command: anew });
      const line = lineOf(id);
      return inOrder(
        line,
        async (): Promise<Result<{ prompt_id: string; is_queued: boolean }, SessionError>> => {
          if (live.process(id) === null) return err({ code: 'no-process' });
          const prompt_id = newId();
          tell(line, { type: 'queue-changed', queue: [...line.view.queue, { id: prompt_id, text }] });
          if (line.view.has_process && line.view.status === 'idle') await sendNext(id, line);
          return ok({ prompt_id, is_queued: line.inFlight !== prompt_id });
        },
      );
    },
    takeBack(id, promptId) {
      const line = lineOf(id);
      return inOrder(line, async (): Promise<Result<{ text: string }, SessionError>> => {
        const found = line.view.queue.find((prompt) => prompt.id === promptId);
        if (found === undefined || line.inFlight === promptId)
          return err({ code: 'prompt-gone', prompt_id: promptId });
        tell(line, { type: 'queue-changed', queue: line.view.queue.filter((one) => one !== found) });
        return ok({ text: found.text });
      });
    },
    async interrupt(id) {
      const process = live.process(id);
      if (process === null) return err({ code: 'no-process' });
      await process.interrupt();
      return ok(null);
    },
    async answer(id, permissionId, answer) {
      return (await live.process(id)?.answerPermission(permissionId, answer)) ?? err({ code: 'no-process' });
    },
    follow(id, after, deliver) {
      const stop = lineOf(id).feed.follow(after, deliver);
      return () => {
        stop();
        dropIdle(id);
      };
    },
    turns: () => [...lines.values()].filter(({ view }) => view.has_process && view.status !== 'idle').length,
    async drain() {
      await Promise.all([...lines.values()].map(({ tail }) => tail));
    },
    close: stopEvents,
  };
}
