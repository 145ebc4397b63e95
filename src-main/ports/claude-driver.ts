import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type {
  ApiRetry,
  BackgroundTask,
  FirstQuestion,
  PermissionAnswer,
  PermissionRequest,
} from '@domain/session/live';
import type { Message, ToolCall } from '@domain/session/message';
import type { PromptImage } from '@domain/session/prompt-image';
import type { Seat, StopStep } from '@domain/session/values';
import type { SessionTally } from '@domain/transcript/session-tally';

/*
 * Drives one process of the `claude` program per session.
 *
 * D1  `launch` answers once the process exists; `started` follows when Claude says that the session began, not before. Then it
 *     is told idle, or busy with its first prompt.
 * D2  `process-ended` comes exactly once for every launched process, is the last event, and no event follows it.
 * D3  Events come in order; a listener added before `launch` resolved its microtask misses none (they are kept until
 *     the first listener is there).
 * D4  `end` is patient: a running turn is interrupted first (the partial answer is kept), then the process is asked to
 *     leave, then terminated, then killed; every step is told as `stop-step`. Asking twice is no error.
 * D5  After `kill` or `end` resolved, the process is gone; after a hard end so are the tools it left running.
 * D6  A question is asked once (`permission-asked`) and settled once (`permission-settled`): by an answer, or because its
 *     turn or its process ended. A late answer is told so and does nothing.
 * D7  What Claude wrote into the transcript is told as `recorded`; at `process-ended` all of it was told. The latest form of a
 *     message id replaces the earlier ones. A resumed session tells its whole transcript again.
 * D8  `check` foresees what would make `launch` fail, and changes nothing.
 * D9  After `session-replaced` everything told is about the new session; all that was recorded of the old one came before.
 * D10 A first prompt that Claude has not taken when it begins is told right before `started`: then it is the caller's to keep,
 *     and, if Claude could not be given it, to send.
 */
export type LaunchRequest = {
  readonly session_id: SessionId;
  readonly mode:
    | { readonly type: 'new' }
    /** Without a transcript only one that `neverPrompted` may begin anew, under the same id. */
    | { readonly type: 'resume'; readonly neverPrompted: boolean }
    /** Continues `parent_id` under this session's id. */
    | { readonly type: 'fork'; readonly parent_id: SessionId };
  readonly cwd: string;
  /** The folder whose trust counts; a worktree is trusted with its project. */
  readonly project: string;
  /** Left out: the seat that the driver prefers. */
  readonly seat?: Seat | undefined;
  /** Empty: no first prompt. */
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly permission_mode?: string | undefined;
  /** The name of an agent Claude knows. */
  readonly agent?: string | undefined;
  readonly add_dirs?: readonly string[] | undefined;
  /** Claude ends by itself once it has spent so much; the stream seat only. */
  readonly max_budget_usd?: number | undefined;
};

/**
 * Of the message that will be recorded under this id (or that a `recorded` will say to replace), at this place of its content
 * when the seat knows it; `parent_id`: the call whose subagent spoke.
 */
type Piece = {
  readonly message_id: string;
  readonly block?: number;
  readonly text: string;
  readonly parent_id?: string;
};

export type DriverEvent =
  | { readonly type: 'started'; readonly model?: string; readonly transcript_path?: string }
  | { readonly type: 'status'; readonly status: 'idle' | 'busy' | 'waiting' }
  /** Claude was started with it; `prompt-sent` follows under this id once Claude has taken it. */
  | { readonly type: 'prompt-given'; readonly id: string; readonly text: string }
  /** Claude was started without its first prompt: it is to be sent as any other. */
  | { readonly type: 'prompt-not-given'; readonly id: string; readonly text: string }
  | { readonly type: 'prompt-sent'; readonly id: string; readonly text: string }
  | ({ readonly type: 'text' } & Piece)
  | ({ readonly type: 'thinking' } & Piece)
  /** What was told of this message from this block on will not be recorded. */
  | { readonly type: 'retracted'; readonly message_id: string; readonly from_block: number }
  | {
      readonly type: 'tool-started';
      readonly id: string;
      readonly tool: string;
      readonly input: Record<string, unknown>;
      readonly parent_id?: string;
    }
  | { readonly type: 'tool-finished'; readonly call: ToolCall }
  | { readonly type: 'permission-asked'; readonly request: PermissionRequest }
  | { readonly type: 'permission-settled'; readonly id: string }
  | {
      readonly type: 'turn-ended';
      readonly interrupted: boolean;
      readonly error?: string;
      /** Claude says that the usage limit is reached. */
      readonly limit?: UsageLimit;
    }
  /** The model that answers from now on, in full. */
  | { readonly type: 'model'; readonly model: string }
  /** The API did not answer and is asked again. */
  | { readonly type: 'retrying'; readonly retry: ApiRetry }
  /** All that works in the background now. */
  | { readonly type: 'tasks'; readonly tasks: readonly BackgroundTask[] }
  /** What the transcript and those of the subagents hold so far; it grows on as they are read. */
  | { readonly type: 'counted'; readonly tally: SessionTally }
  /** What Claude will ask, or asks, in its terminal before it can work; null: not any more. */
  | { readonly type: 'asks-first'; readonly question: FirstQuestion | null }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string }
  /** `replaces`: what was told before, under ids that the record does not know. */
  | {
      readonly type: 'recorded';
      readonly messages: readonly Message[];
      readonly replaces?: readonly string[];
    }
  | { readonly type: 'stop-step'; readonly step: StopStep }
  /** `/clear`: the same process goes on under another id. */
  | {
      readonly type: 'session-replaced';
      readonly session_id: SessionId;
      /** What the run of the old session came to. */
      readonly run: Pick<ProcessEnd, 'result' | 'error' | 'tool_calls'>;
    }
  | { readonly type: 'process-ended'; readonly end: ProcessEnd };

/** `resets_at` is null when Claude does not say. */
export type UsageLimit = { readonly resets_at: string | null };

export type ProcessEnd = {
  /** `asked`: because `end` or `kill` was called. `exited`: by itself, code 0. `died`: anything else. */
  readonly how: 'asked' | 'exited' | 'died';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly tool_calls: readonly ToolCall[];
  /** The end of the error output of one that died. */
  readonly last_lines?: readonly string[];
};

export type LiveClaude = {
  /** The one it speaks for now: `session-replaced` changes it. */
  readonly session_id: SessionId;
  readonly seat: Seat;
  readonly pid: number | null;
  onEvent(tell: (event: DriverEvent) => void): () => void;
  /**
   * Under this id it is told as `prompt-sent`; a seat that can also has it recorded under it. Answers when Claude has it, or
   * when it did not take it.
   */
  send(prompt: string, id?: string, images?: readonly PromptImage[]): Promise<Result<null, SendRefused>>;
  /**
   * One that was sent, while it waits to be typed. True: Claude does not get it. A seat that hands a prompt over at once has no
   * such function.
   */
  takeBack?(id: string): boolean;
  /** The names of its commands, once it has listed them. A seat that hears no list has no such function. */
  commands?(): readonly string[] | null;
  answerPermission(id: string, answer: PermissionAnswer): Promise<Result<null, AnswerRefused>>;
  /** Stops the running turn; the process stays. Without a turn it does nothing. */
  interrupt(): Promise<void>;
  end(): Promise<void>;
  kill(): Promise<void>;
};

export type SendRefused = { readonly code: 'no-process' | 'not-taken' };

export type AnswerRefused =
  | { readonly code: 'no-process' }
  | { readonly code: 'permission-gone'; readonly permission_id: string };

export type ClaudeDriver = {
  check(request: LaunchRequest): Promise<Result<null, DriverError>>;
  launch(request: LaunchRequest): Promise<Result<LiveClaude, DriverError>>;
};
