import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type { ToolCall } from '@domain/session/message';
import type { StopStep } from '@domain/session/values';

/*
 * Drives one process of the `claude` program per session.
 *
 * D1  `launch` answers once the process exists; `started` follows when Claude says that the session began, not before.
 * D2  `process-ended` comes exactly once for every launched process, is the last event, and no event follows it.
 * D3  Events come in order; a listener added before `launch` resolved its microtask misses none (they are kept until
 *     the first listener is there).
 * D4  `end` is patient: a running turn is interrupted first (the partial answer is kept), then the process is asked to
 *     leave, then terminated, then killed; every step is told as `stop-step`. Asking twice is no error.
 * D5  After `kill` or `end` resolved, the process is gone.
 */
export type LaunchRequest = {
  readonly session_id: SessionId;
  readonly mode:
    | { readonly type: 'new' }
    | { readonly type: 'resume' }
    /** Continues `parent_id` under this session's id. */
    | { readonly type: 'fork'; readonly parent_id: SessionId };
  readonly cwd: string;
  /** Empty: no first prompt. */
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly permission_mode?: string | undefined;
};

export type DriverEvent =
  | { readonly type: 'started'; readonly model?: string; readonly transcript_path?: string }
  | { readonly type: 'status'; readonly status: 'idle' | 'busy' | 'waiting' }
  | { readonly type: 'text'; readonly message_id: string; readonly text: string }
  | { readonly type: 'thinking'; readonly message_id: string; readonly text: string }
  | {
      readonly type: 'tool-started';
      readonly id: string;
      readonly tool: string;
      readonly input: Record<string, unknown>;
    }
  | { readonly type: 'tool-finished'; readonly call: ToolCall }
  | {
      readonly type: 'permission-asked';
      readonly id: string;
      readonly tool: string;
      readonly input: Record<string, unknown>;
    }
  | { readonly type: 'turn-ended'; readonly interrupted: boolean }
  | { readonly type: 'stop-step'; readonly step: StopStep }
  /** `/clear`: the same process goes on under another id. */
  | { readonly type: 'session-replaced'; readonly session_id: SessionId }
  | { readonly type: 'process-ended'; readonly end: ProcessEnd };

export type ProcessEnd = {
  /** `asked`: because `end` or `kill` was called. `exited`: by itself, code 0. `died`: anything else. */
  readonly how: 'asked' | 'exited' | 'died';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly tool_calls: readonly ToolCall[];
};

export type LiveClaude = {
  readonly session_id: SessionId;
  readonly pid: number | null;
  onEvent(tell: (event: DriverEvent) => void): () => void;
  send(prompt: string): Promise<Result<null, { code: 'no-process' }>>;
  interrupt(): Promise<void>;
  end(): Promise<void>;
  kill(): Promise<void>;
};

export type ClaudeDriver = {
  launch(request: LaunchRequest): Promise<Result<LiveClaude, DriverError>>;
};
