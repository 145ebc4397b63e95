import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { assertNever, err, ok } from '@domain/result';
import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import type { ToolCall } from '@domain/session/message';
import type { PromptImage } from '@domain/session/prompt-image';
import type { DriverEvent, LaunchRequest, LiveClaude } from '../../ports/claude-driver';
import type { Timers } from '../../ports/timers';
import type { Child, ChildEnd } from './child-process';
import { createEventOutlet } from './event-outlet';
import { createStopper } from './stop-steps';
import { createStreamTranslator, type Heard } from './stream-translator';
import type { TranscriptTail } from './transcript-tail';

export type StreamProcessDeps = {
  readonly request: LaunchRequest;
  readonly transcriptPath: string;
  readonly timers: Timers;
  readonly tail: (sessionId: string, emit: (event: DriverEvent) => void) => TranscriptTail;
};

/** Hear and attach: the process may speak before the launch has answered. */
export type StreamProcess = { hear(line: string): void; attach(child: Child): LiveClaude };

const FIRST_REQUEST = 'beads-console-hello';
const MOST_CALLS = 1000;
const RUN_OUTPUT = 2000;

type Asked = { readonly request: PermissionRequest; readonly suggestions: readonly object[] };

/*
 * Claude in the stream seat, from its first line to its end.
 *   starting -> idle <-> busy (waiting while a question is open) -> gone
 * Promises D1 to D9 of the port; the answer to our first request is how Claude says that the session began.
 */
export function createStreamProcess(deps: StreamProcessDeps): StreamProcess {
  const { request, timers } = deps;
  const outlet = createEventOutlet();
  const translator = createStreamTranslator();
  let sessionId = request.session_id;
  let tail = deps.tail(sessionId, outlet.emit);
  const asked = new Map<string, Asked>();
  let calls: ToolCall[] = [];
  const turnEnds = new Set<() => void>();
  let child: Child | null = null;
  let commands: readonly string[] | null = null;
  let isBusy = false;
  let result: string | null = null;
  let error: string | null = null;
  let interruptions = 0;
  let model: string | null = null;
  let lastPrompt: string | null = null;
  let isClearing = false;
  let held: Heard[] | null = null;
  let replacing: Promise<void> = Promise.resolve();

  const settle = (id: string) => {
    if (asked.delete(id)) outlet.emit({ type: 'permission-settled', id });
    if (asked.size === 0 && isBusy) outlet.emit({ type: 'status', status: 'busy' });
  };
  const beginTurn = () => {
    if (isBusy) return;
    isBusy = true;
    outlet.emit({ type: 'status', status: 'busy' });
  };
  const endTurn = (heard: Extract<Heard, { type: 'turn-ended' }>) => {
    isBusy = false;
    for (const id of [...asked.keys()]) settle(id);
    const interrupted = heard.isAborted && interruptions > 0;
    interruptions = 0;
    result = heard.result ?? result;
    error = interrupted ? null : heard.error;
    const failed = error === null ? {} : { error };
    const limited = heard.limit === null || interrupted ? {} : { limit: heard.limit };
    outlet.emit({ type: 'turn-ended', interrupted, ...failed, ...limited });
    outlet.emit({ type: 'status', status: 'idle' });
    for (const tell of [...turnEnds]) tell();
    turnEnds.clear();
  };
  const say = (prompt: string, id: string, images: readonly PromptImage[] = []) => {
    outlet.emit({ type: 'prompt-sent', id, text: prompt });
    beginTurn();
    tail.expect(id);
    lastPrompt = id;
    const pictures = images.map(({ media_type, data }) => ({
      type: 'image',
      source: { type: 'base64', media_type, data },
    }));
    const message = { role: 'user', content: [...pictures, { type: 'text', text: prompt }] };
    child?.write({ type: 'user', message, uuid: id });
  };

  /**
   * `/clear`: the turn that did it is told as the old session's, to the end of its record, of which Claude may still have lines
   * to write. What it says for itself is in no record; what comes after it is kept back until then.
   */
  const replace = (next: SessionId) => {
    const old = tail;
    sessionId = next;
    tail = deps.tail(next, outlet.emit);
    isClearing = true;
    held = [];
    replacing = old.leave(lastPrompt).then(() => {
      const run = { result, error, tool_calls: calls };
      [result, error, calls] = [null, null, []];
      isBusy = false;
      outlet.emit({ type: 'turn-ended', interrupted: false });
      outlet.emit({ type: 'session-replaced', session_id: next, run });
      outlet.emit({ type: 'status', status: 'idle' });
      for (const tell of [...turnEnds]) tell();
      turnEnds.clear();
      const kept = held ?? [];
      held = null;
      for (const one of kept) onHeard(one);
    });
  };

  const onHeard = (heard: Heard) => {
    if (isClearing) {
      if (heard.type === 'turn-ended') isClearing = false;
      return;
    }
    if (held !== null) return void held.push(heard);
    switch (heard.type) {
      case 'event':
        if (heard.event.type === 'tool-finished' && calls.length < MOST_CALLS)
          calls.push(short(heard.event.call));
        return outlet.emit(heard.event);
      case 'line':
        return tail.expect(heard.uuid);
      case 'turn-began':
        if (heard.commands.length > 0) commands = heard.commands;
        if (heard.session_id !== null && heard.session_id !== sessionId)
          return replace(heard.session_id as SessionId);
        beginTurn();
        if (heard.model !== null && heard.model !== model) {
          model = heard.model;
          outlet.emit({ type: 'model', model });
        }
        return;
      case 'turn-ended':
        return endTurn(heard);
      case 'answered':
        if (heard.request_id !== FIRST_REQUEST) return;
        outlet.emit({ type: 'started', transcript_path: deps.transcriptPath });
        // Told idle in between, it would be sent another one.
        if (request.prompt !== '') return say(request.prompt, randomUUID());
        return outlet.emit({ type: 'status', status: 'idle' });
      case 'asked':
        asked.set(heard.request.id, heard);
        outlet.emit({ type: 'permission-asked', request: heard.request });
        return outlet.emit({ type: 'status', status: 'waiting' });
      case 'cancelled':
        return settle(heard.request_id);
      case 'unknown-request': {
        const refusal = { subtype: 'error', request_id: heard.request_id, error: 'not supported' };
        return child?.write({ type: 'control_response', response: refusal });
      }
      default:
        return assertNever(heard);
    }
  };

  const interrupt = async () => {
    if (!isBusy || child === null || outlet.isOver()) return;
    const settled = new Promise<void>((resolve) => turnEnds.add(resolve));
    interruptions += 1;
    const request_id = `interrupt-${randomUUID()}`;
    child.write({ type: 'control_request', request_id, request: { subtype: 'interrupt' } });
    await Promise.race([settled, child.gone]);
  };

  const attach = (started: Child): LiveClaude => {
    child = started;
    const stopper = createStopper({
      child: started,
      timers,
      isBusy: () => isBusy,
      interrupt,
      onStep: (step) => outlet.emit({ type: 'stop-step', step }),
    });
    const ended = started.gone.then(async (end: ChildEnd) => {
      await replacing;
      await tail.finish();
      for (const id of [...asked.keys()]) settle(id);
      const how = stopper.isAsked() ? 'asked' : end.code === 0 ? 'exited' : 'died';
      const last_lines = how === 'died' ? [...started.lastLines()] : [];
      outlet.emit({
        type: 'process-ended',
        end: {
          how,
          exit_code: end.code,
          signal: end.signal,
          result,
          error: error ?? (last_lines.length > 0 ? last_lines.join('\n') : null),
          tool_calls: calls,
          last_lines,
        },
      });
    });
    started.write({ type: 'control_request', request_id: FIRST_REQUEST, request: { subtype: 'initialize' } });

    return {
      seat: 'stream',
      get session_id() {
        return sessionId;
      },
      pid: started.pid,
      onEvent: outlet.onEvent,
      interrupt,
      commands: () => commands,
      async send(prompt, id = randomUUID(), images = []) {
        if (outlet.isOver() || stopper.isAsked()) return err({ code: 'no-process' });
        say(prompt, id, images);
        return ok(null);
      },
      async answerPermission(id, answer) {
        if (outlet.isOver()) return err({ code: 'no-process' });
        const open = asked.get(id);
        if (open === undefined) return err({ code: 'permission-gone', permission_id: id });
        const response = { subtype: 'success', request_id: id, response: verdict(open, answer) };
        started.write({ type: 'control_response', response });
        settle(id);
        return ok(null);
      },
      end: () => stopper.end().then(() => ended),
      kill: () => stopper.kill().then(() => ended),
    };
  };

  return { hear: (line) => translator.hear(line).forEach(onHeard), attach };
}

function verdict({ request, suggestions }: Asked, answer: PermissionAnswer): object {
  if (answer.behavior === 'deny')
    return { behavior: 'deny', message: answer.message || 'The user does not want this.' };
  const rules = answer.always ? suggestions.filter((one) => 'type' in one && one.type === 'addRules') : [];
  return {
    behavior: 'allow',
    updatedInput: answer.input ?? request.input,
    ...(rules.length === 0 ? {} : { updatedPermissions: rules }),
  };
}

/** The record of a run is kept for ever: a tool's whole output is in the messages. */
function short(call: ToolCall): ToolCall {
  const { output } = call;
  if (output === undefined || output.length <= RUN_OUTPUT) return call;
  return { ...call, output: output.slice(0, RUN_OUTPUT), truncated: true };
}
