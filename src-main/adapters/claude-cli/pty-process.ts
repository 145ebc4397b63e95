import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { err } from '@domain/result';
import type { FirstQuestion } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import type { PromptImage } from '@domain/session/prompt-image';
import { textOf } from '@domain/transcript/transcript-line';
import type { DriverEvent, LaunchRequest, LiveClaude } from '../../ports/claude-driver';
import type { HearHook, HookCall } from '../../ports/hook-door';
import type { Pty } from '../../ports/pty';
import type { Timers } from '../../ports/timers';
import { createAnsweringModel } from './answering-model';
import { createBackgroundNotes } from './background-notes';
import { wasCutOff } from './child-process';
import { fitsAsArgument } from './claude-arguments';
import type { RegistryState } from './claude-folder';
import { createEventOutlet } from './event-outlet';
import { createHookQuestions } from './hook-questions';
import { createHookTranslator } from './hook-translator';
import { createKeyboard, type Keyboard } from './keyboard';
import { createLastWords } from './last-words';
import { createPromptLine } from './prompt-line';
import { createProvisional } from './provisional';
import { createRegistryWatch } from './registry-watch';
import { createStopper, type Stopper } from './stop-steps';
import type { TranscriptTail, TranscriptTailDeps } from './transcript-tail';
import { createTurnKeeper } from './turn-keeper';

export type PtyProcessDeps = {
  readonly request: LaunchRequest;
  /** What Claude will ask before it begins, as far as it can be foreseen. */
  readonly firstQuestion: FirstQuestion | null;
  readonly isLoggedIn: () => Promise<boolean>;
  readonly timers: Timers;
  readonly now: () => string;
  /** What Claude's registry says of the process; null: nothing, or it is somebody else's. */
  readonly stateOf: (pid: number) => Promise<RegistryState | null>;
  /** Puts a picture where Claude can read it, until the process is gone; answers the path of the file. */
  readonly keepPicture: (image: PromptImage) => Promise<string>;
  readonly takeNotes: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly tail: (
    sessionId: string,
    hear: Pick<TranscriptTailDeps, 'onMessages' | 'onLine' | 'onCounted'>,
  ) => TranscriptTail;
  readonly transcriptPath: string;
  readonly endLeftovers: () => Promise<void>;
  readonly onReplaced: (from: SessionId, to: SessionId) => void;
  /** The process is gone and everything was told. */
  readonly onOver: () => Promise<void>;
};

/** Hear and attach: a hook may knock before the launch has answered. */
export type PtyProcess = { readonly hear: HearHook; attach(pty: Pty): LiveClaude };

const FAST_MS = 150;
const SLOW_MS = 1000;
const LOOKS_BEFORE_SILENT_START = 14;
const LOOKS_BEFORE_NOTICE = 40;
/** Claude writes a moment after its status has changed. */
const RESTLESS_LOOKS = 4;
/** Each is a process of its own: a person who logs in takes longer. */
const LOOKS_BETWEEN_LOGINS = 20;
const NOT_KEPT =
  'A picture could not be written to a file for Claude, so the prompt was not sent. Is the disk full?';

/*
 * Claude in the pty seat, from its start to its end. Three sources are joined: hooks tell what happens now, Claude's
 * registry whether it is idle, busy or waiting, and the transcript is the record.
 *   starting -> idle <-> busy (waiting while a question is open) -> gone
 * Promises D1 to D9 of the port, and:
 * Z1  Everything that is heard is dealt with in one row, so that a turn or a session that ends is complete before the next.
 * Z2  A turn ends when the registry says idle after it; it is told when the record has its last line, or does not get it.
 * Z3  A hook that is late, doubled or missing changes nothing in the end: what it told is gone with the turn, and what it did
 *     not tell comes from the registry and the record.
 * Z4  Another session id counts when the registry says so: a hook's word alone moves nothing.
 * Z5  The end is told whatever fails on the way to it: what waits for it would wait for ever.
 */
export function createPtyProcess(deps: PtyProcessDeps): PtyProcess {
  const { request, timers, now } = deps;
  const outlet = createEventOutlet();
  const { emit } = outlet;
  const hooks = createHookTranslator(randomUUID);
  const provisional = createProvisional();
  const background = createBackgroundNotes(now());
  const answering = createAnsweringModel(now());
  const former = new Set<string>();
  let sessionId = request.session_id;
  let pty: Pty | null = null;
  let keyboard: Keyboard | null = null;
  let stopper: Stopper | null = null;
  let isStarted = false;
  let asksFirst: FirstQuestion | null = null;
  /** The first prompt, until Claude has taken it or somebody was told of it. */
  let first: Extract<DriverEvent, { type: 'prompt-given' | 'prompt-not-given' }> | null = null;
  let looks = 0;
  let restless = 0;
  let cancelPulse = () => {};
  let row: Promise<void> = Promise.resolve();

  const missed = (error: unknown) =>
    emit({ type: 'notice', level: 'error', text: `Something of Claude was not understood: ${error}` });
  const inRow = (work: () => Promise<void> | void): Promise<void> => {
    row = row.then(work).catch(missed);
    return row;
  };
  const questions = createHookQuestions((id) => {
    emit({ type: 'permission-settled', id });
    if (questions.count() === 0 && turns.current() !== null) turns.setStatus('busy');
  });
  const turns = createTurnKeeper({
    emit,
    now,
    pause: () => new Promise((resolve) => void timers.after(FAST_MS, resolve)),
    readRecord: () => tail.look(),
    onRecorded() {
      questions.settleAll();
      hooks.turnEnded();
      const replaces = provisional.rest();
      if (replaces.length > 0) emit({ type: 'recorded', messages: [], replaces });
    },
  });
  const line = createPromptLine({
    keyboard: () => keyboard,
    now,
    isReady: () =>
      isStarted &&
      asksFirst === null &&
      turns.current() === null &&
      registry.status() === 'idle' &&
      !registry.isSettling() &&
      stopper?.isAsked() !== true,
    onTaken(id, text, at) {
      if (first?.id === id) first = null;
      emit({ type: 'prompt-sent', id, text });
      provisional.prompt(id, text);
      if (at === null) turns.begin(registry.stamp());
      else turns.begin(null, at);
    },
    mayEnter: () => registry.status() !== 'waiting' && questions.count() === 0,
    onRefused: (text) => emit({ type: 'notice', level: 'warning', text }),
  });
  const replace = async (next: SessionId) => {
    await tail.finish();
    line.replaced();
    const run = turns.leave();
    const from = sessionId;
    former.add(from);
    sessionId = next;
    tail = follow(next);
    deps.onReplaced(from, next);
    emit({ type: 'session-replaced', session_id: next, run });
    turns.setStatus('idle');
    if (background.tasks().length > 0) tellTasks();
  };
  const registry = createRegistryWatch({
    stateOf: async () => (pty === null ? null : deps.stateOf(pty.pid)),
    sessionId: () => sessionId,
    isStarted: () => isStarted,
    turns,
    line,
    questions,
    replace,
    isFormer: (id) => former.has(id),
    emit,
  });

  const onMessages = (messages: readonly Message[]) => {
    line.recorded(messages);
    turns.heardMessages(messages);
    const replaces = provisional.replacedBy(messages, turns.current()?.since ?? null);
    emit({ type: 'recorded', messages, ...(replaces.length > 0 ? { replaces } : {}) });
    const model = answering.heard(messages);
    if (model !== null) emit({ type: 'model', model });
  };
  const tellTasks = () => emit({ type: 'tasks', tasks: background.tasks() });
  const follow = (id: string) =>
    deps.tail(id, {
      onMessages,
      onLine(line) {
        turns.heardLine(line);
        if (background.heardLine(line)) tellTasks();
      },
      onCounted: (tally) => emit({ type: 'counted', tally }),
    });
  let tail = follow(sessionId);

  const askFirst = (question: FirstQuestion | null) => {
    if (asksFirst === question) return;
    asksFirst = question;
    emit({ type: 'asks-first', question });
  };
  const begin = (model?: string, path?: string) => {
    if (isStarted) return;
    isStarted = true;
    if (first !== null) emit(first);
    first = null;
    const facts = { ...(model === undefined ? {} : { model }), transcript_path: path ?? deps.transcriptPath };
    emit({ type: 'started', ...facts });
    if (model !== undefined) answering.begun(model);
    // Claude begins without a log-in too, and fails with the first prompt.
    if (asksFirst !== 'login') askFirst(null);
    turns.setStatus('idle');
  };
  const look = async () => {
    looks += 1;
    for (const note of await deps.takeNotes()) {
      begin(textOf(note['model']) ?? undefined, textOf(note['transcript_path']) ?? undefined);
      registry.settled(textOf(note['session_id']) ?? '');
    }
    const before = registry.stamp();
    await registry.read();
    restless = registry.stamp() === before ? Math.max(0, restless - 1) : RESTLESS_LOOKS;
    // The hook of the start is missing (a user may switch all hooks off): the registry has to do.
    if (!isStarted && looks > LOOKS_BEFORE_SILENT_START && registry.status() !== null) begin();
    if (turns.current() !== null || !isStarted || restless > 0 || line.isTyping()) await tail.look();
    if (!isStarted && looks === LOOKS_BEFORE_NOTICE && asksFirst === null) askFirst('other');
    if (isStarted && asksFirst === 'login' && looks % LOOKS_BETWEEN_LOGINS === 0 && (await deps.isLoggedIn()))
      askFirst(null);
    line.look();
  };
  const pulse = () => {
    cancelPulse();
    if (outlet.isOver()) return;
    const isIdle = turns.status() === 'idle' && registry.status() !== 'waiting';
    const isCalm = turns.current() === null && isIdle && restless === 0;
    const isQuiet = isStarted && isCalm && !line.isTyping();
    cancelPulse = timers.after(isQuiet ? SLOW_MS : FAST_MS, () => void inRow(look).then(pulse));
  };

  /** Is it about the session we follow? One we do not know yet must be in the registry first. */
  const isOurs = async (call: HookCall): Promise<boolean> => {
    const about = textOf(call['session_id']);
    if (about !== sessionId && about !== null && !former.has(about)) await registry.read();
    return about === sessionId;
  };
  const onHook = async (call: HookCall) => {
    if (outlet.isOver() || !(await isOurs(call))) return;
    begin();
    const heard = hooks.hear(call);
    const turn = turns.current();
    if (heard.type === 'prompt') {
      await registry.read();
      // What the CLI says to itself is no prompt of anybody's.
      if (heard.text.startsWith('<') || line.heard(heard.text)) turns.begin(registry.stamp());
    } else if (heard.type === 'stopped') {
      if (turn !== null) turn.hasStopped = true;
      if (turn !== null && heard.error !== null) turn.error = heard.error;
    } else if (heard.type === 'tool-finished') {
      questions.settleTool(heard.id);
      if (turn !== null) emit(heard.event);
    } else if (turn !== null && (heard.type === 'text' || heard.type === 'tool-started')) {
      const isNews = heard.event.type !== 'text' || provisional.text(heard.id, heard.event.text);
      if (heard.type === 'tool-started') provisional.tool(heard.id);
      if (isNews) emit(heard.event);
    }
    await tail.look();
  };
  const onQuestion = async (call: HookCall, reply: (answer: object) => void, left: Promise<void>) => {
    if (outlet.isOver() || !(await isOurs(call))) return reply({});
    const heard = hooks.hear(call);
    if (heard.type !== 'asked') return reply({});
    turns.begin(registry.stamp());
    questions.ask(heard.request, heard.suggestions, reply);
    void left.then(() => inRow(() => questions.settle(heard.request.id)));
    emit({ type: 'permission-asked', request: heard.request });
    turns.setStatus('waiting');
  };
  const hear: HearHook = async (call, left) => {
    if (call['hook_event_name'] === 'PermissionRequest')
      return new Promise((reply) => void inRow(() => onQuestion(call, reply, left)));
    const dealtWith = inRow(() => onHook(call)).then(pulse);
    // Claude waits with a turn until its hook has an answer: so we see how things stood before it.
    const isPrompt = call['hook_event_name'] === 'UserPromptSubmit';
    if (isPrompt) await Promise.race([dealtWith, new Promise<void>((go) => void timers.after(FAST_MS, go))]);
    return {};
  };

  /** Esc closes whatever is open, and stops the turn. One that came too early is lost: it is tried once more. */
  const interrupt = async (over: Promise<unknown>) => {
    if (outlet.isOver()) return;
    if (turns.current() === null) {
      if (registry.status() === 'waiting') keyboard?.escape();
      return;
    }
    const ended = turns.over();
    keyboard?.escape();
    const cancel = timers.after(3000, () => {
      if (turns.current() !== null && registry.status() !== 'idle') keyboard?.escape();
    });
    await Promise.race([ended, over]);
    cancel();
  };

  const attach = (opened: Pty): LiveClaude => {
    /** Prompts whose pictures are being written. */
    const underway = new Set<string>();
    pty = opened;
    const keys = createKeyboard(opened, timers);
    keyboard = keys;
    const lastWords = createLastWords();
    opened.onData(lastWords.add);
    const gone = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      opened.onExit(({ exit_code: code, signal }) => {
        const cleared = wasCutOff(code, signal) ? deps.endLeftovers() : Promise.resolve();
        void cleared.catch(missed).then(() => resolve({ code, signal }));
      });
    });
    const stop = createStopper({
      child: { gone, closeInput: () => void keys.leave(), signal: (name) => opened.kill(name) },
      timers,
      isBusy: () => turns.current() !== null || registry.status() === 'waiting',
      interrupt: () => interrupt(gone),
      canLeave: () => isStarted,
      onStep: (step) => emit({ type: 'stop-step', step }),
    });
    stopper = stop;
    const ended = gone.then(({ code, signal }) =>
      inRow(async () => {
        cancelPulse();
        await tail.finish().catch(missed);
        questions.settleAll();
        line.close();
        const how = stop.isAsked() ? 'asked' : code === 0 ? 'exited' : 'died';
        const last_lines = how === 'died' ? lastWords.lines() : [];
        const run = turns.sum();
        const error = run.error ?? (last_lines.length > 0 ? last_lines.join('\n') : null);
        await deps.onOver().catch(missed);
        emit({ type: 'process-ended', end: { how, exit_code: code, signal, ...run, error, last_lines } });
      }),
    );
    askFirst(deps.firstQuestion);
    const [text, id] = [request.prompt, randomUUID()];
    const isGiven = fitsAsArgument(text) && asksFirst !== 'login';
    if (isGiven) line.given(text, id);
    if (text !== '') first = { type: isGiven ? 'prompt-given' : 'prompt-not-given', id, text };
    pulse();

    return {
      seat: 'pty',
      get session_id() {
        return sessionId;
      },
      pid: opened.pid,
      onEvent: (tell: (event: DriverEvent) => void) => outlet.onEvent(tell),
      interrupt: () => interrupt(gone),
      async send(prompt, id = randomUUID(), images = []) {
        const isGone = () => outlet.isOver() || stop.isAsked();
        if (isGone()) return err({ code: 'no-process' });
        underway.add(id);
        const pictures = await Promise.all(images.map(deps.keepPicture)).catch(() => null);
        if (!underway.delete(id)) return err({ code: 'not-taken' });
        if (isGone()) return err({ code: 'no-process' });
        if (pictures === null) {
          emit({ type: 'notice', level: 'error', text: NOT_KEPT });
          return err({ code: 'not-taken' });
        }
        const sent = line.send(prompt, id, pictures);
        void inRow(look).then(pulse);
        return sent;
      },
      takeBack: (id) => underway.delete(id) || line.takeBack(id),
      async answerPermission(id, answer) {
        if (outlet.isOver()) return err({ code: 'no-process' });
        return questions.answer(id, answer);
      },
      end: () => stop.end().then(() => ended),
      kill: () => stop.kill().then(() => ended),
    };
  };

  return { hear, attach };
}
