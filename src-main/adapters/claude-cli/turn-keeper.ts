import type { Message } from '@domain/session/message';
import type { DriverEvent, ProcessEnd } from '../../ports/claude-driver';
import { closingOf, createRunNotes, newTurn, noteMessage, type TerminalTurn } from './terminal-turn';

/*
 * The turns of one Claude in a terminal, and what the process did altogether.
 * K1  A turn ends once. Its end is told when the record has its last line, or does not get it within a while.
 * K2  What the record says in closing counts from the moment the turn began, although it was read before the turn was known.
 */
export type TurnKeeper = {
  current(): TerminalTurn | null;
  /** `since`: when it was asked for, if that is known. A turn that runs goes on. */
  begin(stamp: number | null, since?: string): void;
  /** The record has the last line of the turn that runs. */
  isRecorded(): boolean;
  end(): Promise<void>;
  /** The session goes on as another one, and the turn does not. Answers what the old one came to. */
  leave(): Pick<ProcessEnd, 'result' | 'error' | 'tool_calls'>;
  sum(): Pick<ProcessEnd, 'result' | 'error' | 'tool_calls'>;
  heardLine(line: string): void;
  heardMessages(messages: readonly Message[]): void;
  /** Resolves with the end of the turn that runs. */
  over(): Promise<void>;
  status(): Status | null;
  setStatus(status: Status): void;
};

type Status = 'idle' | 'busy' | 'waiting';

export type TurnKeeperDeps = {
  readonly emit: (event: DriverEvent) => void;
  readonly now: () => string;
  readonly pause: () => Promise<void>;
  readonly readRecord: () => Promise<void>;
  /** Everything of the turn is recorded, or will not be: what was told for the time being goes. */
  readonly onRecorded: () => void;
};

const RECORD_LOOKS = 12;

export function createTurnKeeper(deps: TurnKeeperDeps): TurnKeeper {
  const { emit, now } = deps;
  const waiting = new Set<() => void>();
  let run = createRunNotes(now());
  let turn: TerminalTurn | null = null;
  let status: Status | null = null;
  let lastError: string | null = null;
  let closedAt = '';

  const isRecorded = () => turn !== null && closedAt >= turn.since;
  const close = (moment: string | null) => {
    if (moment !== null && moment > closedAt) closedAt = moment;
  };
  const setStatus = (next: Status) => {
    if (status === next) return;
    status = next;
    emit({ type: 'status', status: next });
  };
  const tellOver = () => {
    for (const tell of [...waiting]) tell();
    waiting.clear();
  };
  const sum = () => ({ result: run.result(), error: lastError, tool_calls: run.calls() });

  return {
    isRecorded,
    setStatus,
    sum,
    current: () => turn,
    status: () => status,
    over: () => new Promise((resolve) => void waiting.add(resolve)),
    begin(stamp, since = now()) {
      if (turn === null) setStatus('busy');
      turn ??= newTurn(since, stamp);
      if (since < turn.since) turn.since = since;
    },
    async end() {
      const ended = turn;
      if (ended === null) return;
      for (let look = 0; look < RECORD_LOOKS && !isRecorded(); look += 1) {
        await deps.readRecord();
        if (!isRecorded()) await deps.pause();
      }
      await deps.readRecord();
      turn = null;
      deps.onRecorded();
      lastError = ended.isInterrupted ? null : ended.error;
      const failed = lastError === null ? {} : { error: lastError };
      const limited = lastError === null || ended.limit === null ? {} : { limit: ended.limit };
      emit({ type: 'turn-ended', interrupted: ended.isInterrupted, ...failed, ...limited });
      setStatus('idle');
      tellOver();
    },
    leave() {
      deps.onRecorded();
      if (turn !== null) emit({ type: 'turn-ended', interrupted: false });
      turn = null;
      const left = sum();
      run = createRunNotes(now());
      lastError = null;
      // The new session has heard nothing of the old one's status.
      status = null;
      tellOver();
      return left;
    },
    heardLine: (line) => close(closingOf(line)),
    heardMessages(messages) {
      run.add(messages);
      for (const message of messages) {
        if (turn !== null) noteMessage(turn, message);
        if (message.notice === 'interrupted' && message.role === 'system') close(message.timestamp);
      }
    },
  };
}
