import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type { PermissionAnswer } from '@domain/session/live';
import type { PromptImage } from '@domain/session/prompt-image';
import type {
  ClaudeDriver,
  DriverEvent,
  LaunchRequest,
  LiveClaude,
  ProcessEnd,
  SendRefused,
} from '../ports/claude-driver';

/** What a scripted Claude does by itself. Everything else waits for the test to say so. */
export type Script = {
  /** Reports `started` right after the launch (default). */
  readonly startsItself?: boolean;
  /** Leaves when it is asked to (default). Otherwise the test ends it. */
  readonly leavesWhenAsked?: boolean;
  /** A turn is running when `end` comes: it is interrupted first. */
  readonly isWorking?: boolean;
  /** Takes a prompt as soon as it is sent (default). Otherwise the test says when, by `prompt-sent`. */
  readonly takesPrompts?: boolean;
  readonly refuses?: DriverError;
  /** Refused before anything is written. */
  readonly isNotClear?: DriverError;
  readonly result?: string | null;
  readonly toolCalls?: ProcessEnd['tool_calls'];
};

export type FakeProcess = LiveClaude & {
  readonly request: LaunchRequest;
  /** What went along with each. */
  readonly images: readonly (readonly PromptImage[])[];
  readonly sent: readonly string[];
  readonly answers: readonly { readonly id: string; readonly answer: PermissionAnswer }[];
  emit(event: DriverEvent): void;
  exit(end?: Partial<ProcessEnd>): void;
  isAlive(): boolean;
};

export type FakeClaudeDriver = ClaudeDriver & {
  script(next: Script): void;
  readonly processes: readonly FakeProcess[];
  last(): FakeProcess;
  alive(): number;
};

export function createFakeClaudeDriver(initial: Script = {}): FakeClaudeDriver {
  const processes: FakeProcess[] = [];
  let script = initial;
  return {
    processes,
    script(next) {
      script = next;
    },
    last() {
      const process = processes.at(-1);
      if (process === undefined) throw new Error('nothing was launched');
      return process;
    },
    alive: () => processes.filter((process) => process.isAlive()).length,
    check: async () => (script.isNotClear === undefined ? ok(null) : err(script.isNotClear)),
    async launch(request) {
      if (script.isNotClear !== undefined) return err(script.isNotClear);
      if (script.refuses !== undefined) return err(script.refuses);
      const process = fakeProcess(request, script, processes.length + 1);
      processes.push(process);
      if (script.startsItself !== false) {
        process.emit({
          type: 'started',
          model: 'scripted-1',
          transcript_path: `/transcripts/${request.session_id}.jsonl`,
        });
        process.emit({ type: 'status', status: 'idle' });
        if (request.prompt !== '') {
          process.emit({ type: 'prompt-sent', id: 'first-prompt', text: request.prompt });
          process.emit({ type: 'status', status: 'busy' });
        }
      }
      return ok(process);
    },
  };
}

function fakeProcess(request: LaunchRequest, script: Script, pid: number): FakeProcess {
  const listeners = new Set<(event: DriverEvent) => void>();
  const kept: DriverEvent[] = [];
  const sent: string[] = [];
  const images: (readonly PromptImage[])[] = [];
  const answers: { id: string; answer: PermissionAnswer }[] = [];
  const asked = new Set<string>();
  const handed = new Map<string, (sent: Result<null, SendRefused>) => void>();
  let session_id = request.session_id;
  let alive = true;
  let isEnding = false;
  let gone: () => void = () => {};
  const whenGone = new Promise<void>((resolve) => {
    gone = resolve;
  });

  const emit = (event: DriverEvent) => {
    if (!alive) throw new Error('a process that has ended says nothing');
    if (event.type === 'permission-asked') asked.add(event.request.id);
    if (event.type === 'session-replaced') session_id = event.session_id;
    if (event.type === 'prompt-sent') settle(event.id, ok(null));
    if (event.type === 'process-ended')
      for (const id of handed.keys()) settle(id, err({ code: 'no-process' }));
    if (event.type === 'process-ended' || event.type === 'turn-ended') settleAll();
    if (event.type === 'process-ended') alive = false;
    if (listeners.size === 0) kept.push(event);
    else for (const tell of [...listeners]) tell(event);
    if (event.type === 'process-ended') gone();
  };
  const settleAll = () => {
    for (const id of [...asked]) {
      asked.delete(id);
      emit({ type: 'permission-settled', id });
    }
  };
  const settle = (id: string, sent: Result<null, SendRefused>): boolean => {
    handed.get(id)?.(sent);
    return handed.delete(id);
  };
  const exit = (end: Partial<ProcessEnd> = {}) => {
    if (!alive) return;
    const how = end.how ?? (isEnding ? 'asked' : 'exited');
    const facts = {
      exit_code: 0,
      signal: null,
      result: script.result ?? null,
      error: null,
      tool_calls: script.toolCalls ?? [],
    };
    emit({ type: 'process-ended', end: { ...facts, ...end, how } });
  };

  return {
    request,
    sent,
    images,
    answers,
    get session_id() {
      return session_id;
    },
    seat: request.seat ?? 'stream',
    pid,
    emit,
    exit,
    isAlive: () => alive,
    onEvent(tell) {
      listeners.add(tell);
      for (const event of kept.splice(0)) tell(event);
      return () => {
        listeners.delete(tell);
      };
    },
    async send(prompt, id = `prompt-${sent.length + 1}`, along = []) {
      if (!alive) return err({ code: 'no-process' });
      sent.push(prompt);
      images.push(along);
      if (script.takesPrompts === false) return new Promise((resolve) => void handed.set(id, resolve));
      emit({ type: 'prompt-sent', id, text: prompt });
      emit({ type: 'status', status: 'busy' });
      return ok(null);
    },
    takeBack: (id) => settle(id, err({ code: 'not-taken' })),
    async answerPermission(id, answer) {
      if (!alive) return err({ code: 'no-process' });
      if (!asked.delete(id)) return err({ code: 'permission-gone', permission_id: id });
      answers.push({ id, answer });
      emit({ type: 'permission-settled', id });
      return ok(null);
    },
    async interrupt() {
      if (!alive) return;
      emit({ type: 'turn-ended', interrupted: true });
      emit({ type: 'status', status: 'idle' });
    },
    async end() {
      if (alive && !isEnding) {
        isEnding = true;
        if (script.isWorking === true) {
          emit({ type: 'stop-step', step: 'interrupt' });
          emit({ type: 'turn-ended', interrupted: true });
        }
        emit({ type: 'stop-step', step: 'exit' });
        if (script.leavesWhenAsked !== false) exit();
      }
      return whenGone;
    },
    async kill() {
      if (alive) {
        isEnding = true;
        emit({ type: 'stop-step', step: 'kill' });
        exit({ exit_code: null, signal: 'SIGKILL' });
      }
      return whenGone;
    },
  };
}
