import { type Cursor, createFeed, type Feed, type Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { LiveChange, LiveView, PermissionAnswer, QueuedPrompt } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import type { PromptImage } from '@domain/session/prompt-image';
import type { DriverEvent } from '../../ports/claude-driver';
import type { PromptQueues } from '../../ports/prompt-queues';
import { createDoingBoard, type DoingBoard } from './doing-board';
import { createKeptQueues } from './kept-queues';
import type { Kernel } from './kernel';
import { liveChangeOf } from './live-change';
import type { LiveSessions } from './live-sessions';
import type { RecordMessages } from './record-messages';

/*
 * Talking with what runs.
 * T1  One prompt at a time: one that comes while a turn runs waits in the queue, visible, and is sent when the turn has ended.
 * T2  A prompt leaves the queue when Claude has it, not before: the end of a process loses none.
 * T3  What a queue holds when a process ends, or a limit is reached, is not sent by itself: the next prompt takes it along,
 *     also the one that a process is resumed with.
 *     What an earlier program left waits in the same way.
 * T4  Changes are told in the order of the events, and `recorded` only when it is stored.
 * T6  What waits is on the disk before it is acknowledged, and so is the first prompt of a process until Claude has taken it:
 *     neither the end of this program nor that of the process loses one.
 */
export type Talk = {
  prompt(
    id: SessionId,
    text: string,
    images?: readonly PromptImage[],
  ): Promise<Result<{ prompt_id: string; is_queued: boolean }, SessionError>>;
  takeBack(id: SessionId, promptId: string): Promise<Result<TakenBack, SessionError>>;
  /** Stops the turn that runs; this one of the queue follows. */
  sendNow(id: SessionId, promptId: string): Promise<Result<null, SessionError>>;
  interrupt(id: SessionId): Promise<Result<null, SessionError>>;
  /** A turn runs, or waits for an answer. */
  isWorking(id: SessionId): boolean;
  answer(id: SessionId, permissionId: string, answer: PermissionAnswer): Promise<Result<null, SessionError>>;
  follow(
    id: SessionId,
    after: Cursor | null,
    deliver: (frame: Frame<LiveView, LiveChange>) => void,
  ): () => void;
  /** Stores and tells what Claude wrote while nobody here ran it; answers how much of it was new. Ours tells its own. */
  record(id: SessionId, messages: readonly Message[]): Promise<number>;
  /** What each process does now. */
  readonly doing: DoingBoard['feed'];
  /** Resolves when the first prompt of its process is kept, if Claude had not taken it as it began. */
  firstKept(id: SessionId): Promise<void>;
  /** How many sessions have a turn that runs or waits for an answer. */
  turns(): number;
  /** Resolves when every event told so far is dealt with. */
  drain(): Promise<void>;
  close(): void;
};

type FirstPrompt = Extract<DriverEvent, { type: 'prompt-given' | 'prompt-not-given' }>;
type TakenBack = { text: string; images: PromptImage[] };

type Line = {
  readonly id: SessionId;
  view: LiveView;
  readonly feed: Feed<LiveView, LiveChange>;
  tail: Promise<unknown>;
  /** The prompt that was handed over and has not come back as an event yet. */
  inFlight: string | null;
  /** T6  The first prompt of the process, until Claude has taken it. */
  given: QueuedPrompt | null;
  firstKept: Promise<unknown>;
  /** T3  What waits is left over: nobody has sent a prompt since, and no turn has ended. */
  isHeld: boolean;
  /** Of prompts that wait; never part of the view, which is told to every window. */
  readonly images: Map<string, readonly PromptImage[]>;
};

const KEPT_CHANGES = 2000;
const TAKEN_WITHIN_MS = 2000;

export type TalkDeps = {
  readonly kernel: Kernel;
  readonly live: LiveSessions;
  readonly records: RecordMessages;
  readonly queues: PromptQueues;
  readonly epoch: string;
};

export function createTalk(deps: TalkDeps): Talk {
  const { live, records, epoch } = deps;
  const kept = createKeptQueues(deps.queues, deps.kernel);
  const { newId, clean, log, clock, timers } = deps.kernel;
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
      given: null,
      firstKept: Promise.resolve(),
      isHeld: false,
      images: new Map(),
    };
    lines.set(id, line);
    return line;
  };
  const isIdle = ({ view }: Line) => view.has_process && view.status === 'idle';
  const dropIdle = (id: SessionId) => {
    const line = lines.get(id);
    const isForgotten = line?.feed.followers() === 0 && line.view.queue.length === 0 && !live.has(id);
    if (isForgotten) lines.delete(id);
  };
  const tell = (line: Line, change: LiveChange) => {
    line.view = applyLiveChange(line.view, change);
    line.feed.publish(change);
    doing.look(line.id, line.view);
  };
  /** T6 */
  const keepRest = (line: Line) => kept.keepRest(line, waitingIn(line));
  const inOrder = <T>(line: Line, work: () => Promise<T>): Promise<T> => {
    const run = line.tail.then(work);
    line.tail = run.catch((error: unknown) => log.error('a live event was not dealt with', { error }));
    return run;
  };

  const sendNext = (id: SessionId, line: Line): Promise<boolean> => {
    const next = line.view.queue[0];
    const process = live.process(id);
    if (next === undefined || process === null || line.inFlight !== null) return Promise.resolve(false);
    line.inFlight = next.id;
    // `prompt-sent` takes it off the queue; one that was not taken stays there.
    // Not waited for: what Claude tells meanwhile is about it.
    return process.send(next.text, next.id, line.images.get(next.id)).then((sent) => {
      // T5  It may wait in another session by now.
      const holder = [...lines.values()].find(({ inFlight }) => inFlight === next.id) ?? line;
      return inOrder(holder, async () => {
        if (!sent.ok && holder.inFlight === next.id) holder.inFlight = null;
        return sent.ok;
      });
    });
  };

  /** A prompt that is being typed is as good as sent: nobody waits for a terminal that takes its time. */
  const soon = (handed: Promise<boolean>): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = timers.after(TAKEN_WITHIN_MS, () => resolve(true));
      void handed.then((isTaken) => {
        cancel();
        resolve(isTaken);
      });
    });

  const onFirst = async (line: Line, { type, id, text }: FirstPrompt) => {
    const prompt = { id, text };
    if (type === 'prompt-given') line.given = prompt;
    else {
      line.isHeld = false;
      tell(line, { type: 'queue-changed', queue: [prompt, ...line.view.queue] });
    }
    await keepRest(line);
  };

  const onEvent = async (id: SessionId, line: Line, event: DriverEvent) => {
    if (event.type === 'recorded') {
      const messages = await records.record(id, event.messages);
      const replaces = event.replaces ?? [];
      if (messages.length > 0 || replaces.length > 0)
        tell(line, { type: 'recorded', messages: [...messages], replaces: [...replaces] });
      return;
    }
    if (isFirst(event)) return onFirst(line, event);
    if (event.type === 'process-ended' && line.given !== null) {
      tell(line, { type: 'queue-changed', queue: [line.given, ...line.view.queue] });
      line.given = null;
    }
    const change = liveChangeOf(event, live.process(id)?.seat);
    const hasWaited =
      event.type === 'prompt-sent' && waitingIn(line).some((prompt) => prompt.id === event.id);
    if (change !== null) tell(line, change);
    const isTaken = event.type === 'prompt-sent' && event.id === line.inFlight;
    if (isTaken || event.type === 'process-ended') line.inFlight = null;
    if (event.type === 'prompt-sent') line.images.delete(event.id);
    if (event.type === 'prompt-sent' && line.given?.id === event.id) line.given = null;
    if (hasWaited) await keepRest(line);
    // At a limit nothing would be answered.
    if (event.type === 'turn-ended') line.isHeld = event.limit !== undefined;
    if (event.type === 'process-ended') line.isHeld = true;
    const isReady = event.type === 'turn-ended' || (event.type === 'status' && event.status === 'idle');
    if (isReady && !line.isHeld) void sendNext(id, line);
    if (event.type === 'process-ended' || event.type === 'session-replaced') {
      records.forget(id);
      dropIdle(id);
    }
  };

  const stopEvents = live.onEvent((id, event) => {
    const line = lineOf(id);
    const before = inOrder(line, async () => {
      const { view, isHeld } = line;
      await onEvent(id, line, event);
      return { ...view, isHeld };
    });
    if (isFirst(event)) line.firstKept = before;
    if (event.type === 'session-replaced') moveOn(line, event.session_id, before);
  });

  /** T5  What waited in the queue, or was handed over already, waits on in the session that Claude goes on as. */
  const moveOn = (from: Line, to: SessionId, before: Promise<LiveView & Pick<Line, 'isHeld'>>) => {
    const line = lineOf(to);
    void inOrder(line, async () => {
      const { model, queue, isHeld } = await before;
      line.isHeld = isHeld;
      const seat = live.process(to)?.seat;
      for (const [id, images] of from.images) line.images.set(id, images);
      from.images.clear();
      [line.inFlight, line.given] = [from.inFlight, from.given];
      [from.inFlight, from.given] = [null, null];
      tell(line, { type: 'started', ...(model === null ? {} : { model }), ...(seat ? { seat } : {}) });
      if (queue.length > 0) tell(line, { type: 'queue-changed', queue });
      if (queue.length === 0 && line.given === null) return;
      // Kept there before it is gone here.
      await keepRest(line);
      await inOrder(from, () => keepRest(from));
    });
  };

  kept.restore((id, queue, images) => {
    const line = lineOf(id);
    line.isHeld = true;
    line.view = { ...line.view, queue: [...queue] };
    for (const [prompt, pictures] of images) line.images.set(prompt, pictures);
  });
  const stopDeleted = kept.onDeleted((id) => {
    const line = lineOf(id);
    void inOrder(line, async () => {
      line.images.clear();
      if (line.view.queue.length > 0) tell(line, { type: 'queue-changed', queue: [] });
      await keepRest(line);
      dropIdle(id);
    });
  });

  const interrupt = async (id: SessionId): Promise<Result<null, SessionError>> => {
    const process = live.process(id);
    if (process === null) return err({ code: 'no-process' });
    await process.interrupt();
    return ok(null);
  };

  return {
    doing: doing.feed,
    async prompt(id, text, images = []) {
      const spoken = clean.text('prompt', text);
      if (!spoken.ok) return spoken;
      if (text.trim() === '')
        return err({ code: 'text-invalid', field: 'prompt', reason: 'empty', limit: 1 });
      const line = lineOf(id);
      let handed: Promise<boolean> = Promise.resolve(false);
      const asked = await inOrder(line, async (): Promise<Result<string, SessionError>> => {
        if (live.process(id) === null) return err({ code: 'no-process' });
        const prompt_id = newId();
        if (images.length > 0) line.images.set(prompt_id, images);
        const counted = images.length > 0 ? { image_count: images.length } : {};
        const queue = [...line.view.queue, { id: prompt_id, text, ...counted }];
        const saved = await kept.keep(line, waitingIn(line, queue));
        if (!saved.ok) {
          line.images.delete(prompt_id);
          return saved;
        }
        line.isHeld = false;
        tell(line, { type: 'queue-changed', queue });
        const sent = isIdle(line) ? sendNext(id, line) : handed;
        // Of a queue the first goes first: this one waits then.
        if (line.inFlight === prompt_id) handed = sent;
        return ok(prompt_id);
      });
      if (!asked.ok) return asked;
      return ok({ prompt_id: asked.value, is_queued: !(await soon(handed)) });
    },
    takeBack(id, promptId) {
      const line = lineOf(id);
      return inOrder(line, async (): Promise<Result<TakenBack, SessionError>> => {
        const found = line.view.queue.find((prompt) => prompt.id === promptId);
        const isHanded = line.inFlight === promptId;
        const isOurs = () => !isHanded || live.process(id)?.takeBack?.(promptId) === true;
        if (found === undefined || !isOurs()) return err({ code: 'prompt-gone', prompt_id: promptId });
        if (isHanded) line.inFlight = null;
        tell(line, { type: 'queue-changed', queue: line.view.queue.filter((one) => one !== found) });
        const images = [...(line.images.get(promptId) ?? [])];
        line.images.delete(promptId);
        await keepRest(line);
        if (isHanded && isIdle(line) && !line.isHeld) void sendNext(id, line);
        return ok({ text: found.text, images });
      });
    },
    async sendNow(id, promptId) {
      const line = lineOf(id);
      const moved = await inOrder(line, async (): Promise<Result<'sent' | 'first', SessionError>> => {
        const found = line.view.queue.find((prompt) => prompt.id === promptId);
        if (found === undefined) return err({ code: 'prompt-gone', prompt_id: promptId });
        // What was handed over already stays the first.
        const rest = line.view.queue.filter((one) => one !== found);
        const handed = rest.filter((one) => one.id === line.inFlight);
        const others = rest.filter((one) => one.id !== line.inFlight);
        tell(line, { type: 'queue-changed', queue: [...handed, found, ...others] });
        await keepRest(line);
        if (live.process(id) === null) return err({ code: 'no-process' });
        line.isHeld = false;
        if (!isIdle(line) || line.inFlight !== null) return ok('first');
        // Left over: there is no turn to stop.
        void sendNext(id, line);
        return ok('sent');
      });
      if (!moved.ok) return moved;
      return moved.value === 'sent' ? ok(null) : interrupt(id);
    },
    isWorking(id) {
      const view = lines.get(id)?.view;
      return view?.has_process === true && view.status !== 'idle';
    },
    interrupt,
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
    record(id, messages) {
      const line = lineOf(id);
      return inOrder(line, async () => {
        const stored = live.has(id) ? [] : await records.record(id, messages);
        if (stored.length > 0) tell(line, { type: 'recorded', messages: [...stored] });
        return stored.length;
      });
    },
    async firstKept(id) {
      await lines.get(id)?.firstKept;
    },
    turns: () => [...lines.values()].filter(({ view }) => view.has_process && view.status !== 'idle').length,
    async drain() {
      await Promise.all([...lines.values()].map(({ tail }) => tail));
    },
    close() {
      stopEvents();
      stopDeleted();
    },
  };
}

function isFirst(event: DriverEvent): event is FirstPrompt {
  return event.type === 'prompt-given' || event.type === 'prompt-not-given';
}

/** What is not Claude's yet, in the order it goes. */
function waitingIn(
  { given, view }: Line,
  queue: readonly QueuedPrompt[] = view.queue,
): readonly QueuedPrompt[] {
  return given === null ? queue : [given, ...queue];
}
