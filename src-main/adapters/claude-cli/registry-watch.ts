import type { SessionId } from '@domain/ids';
import type { DriverEvent } from '../../ports/claude-driver';
import type { RegistryState } from './claude-folder';
import type { HookQuestions } from './hook-questions';
import type { PromptLine } from './prompt-line';
import type { TurnKeeper } from './turn-keeper';

/*
 * What Claude's registry says of the process: idle, busy or waiting, and for which session.
 * W1  A turn ends when the registry says idle after it. One that was over before anybody looked is known by its record.
 * W2  Busy begins a turn, whoever asked for it; which prompt was taken, it does not say. A command is the exception: no
 *     hook tells of it, and the record only when it is done.
 * W3  Another session id counts when it stands here, after our own did. One that this process has left before is closed with
 *     us: it is not followed, nothing is typed into it, and that is said.
 * W4  Waiting is told when no hook has put a question for a while: then it is one that only the terminal shows.
 */
export type RegistryWatch = {
  read(): Promise<void>;
  status(): RegistryState['status'];
  stamp(): number;
  /** The session was just replaced, and Claude is not done with it: keys would come in between. */
  isSettling(): boolean;
  /** Claude says that the session has begun. */
  settled(sessionId: string): void;
};

export type RegistryWatchDeps = {
  readonly stateOf: () => Promise<RegistryState | null>;
  readonly sessionId: () => string;
  readonly isStarted: () => boolean;
  readonly turns: TurnKeeper;
  readonly line: PromptLine;
  readonly questions: HookQuestions;
  readonly replace: (to: SessionId) => Promise<void>;
  /** The process had this session before, and left it. */
  readonly isFormer: (id: string) => boolean;
  readonly emit: (event: DriverEvent) => void;
};

const MOST_QUIET_LOOKS = 20;
const LOOKS_BEFORE_ASKING = 8;
const WENT_BACK =
  'In its terminal Claude went back to an earlier conversation, which is closed here. What is said there does not belong to this session: leave it with /resume, or pause this session.';

export function createRegistryWatch(deps: RegistryWatchDeps): RegistryWatch {
  const { turns, line, questions } = deps;
  let state: RegistryState | null = null;
  let hasOwnEntry = false;
  /** `/clear` itself keeps Claude busy for a moment, under the new id already: that is no turn of anybody's. */
  let looksToSettle = 0;
  let begun = '';
  let waitingLooks = 0;
  let isAway = false;

  const onBusy = (stamp: number) => {
    if (looksToSettle > 0 && turns.current() === null) return;
    line.working();
    turns.begin(stamp);
    const turn = turns.current();
    if (turn !== null) turn.wasBusy = true;
    if (questions.count() === 0) turns.setStatus('busy');
  };
  const onWaiting = () => {
    line.working();
    const turn = turns.current();
    if (turn !== null) turn.wasBusy = true;
    waitingLooks = questions.count() > 0 ? 0 : waitingLooks + 1;
    if (questions.count() > 0 || waitingLooks >= LOOKS_BEFORE_ASKING) turns.setStatus('waiting');
  };
  const onIdle = async (stamp: number) => {
    const turn = turns.current();
    if (turn === null) return turns.setStatus('idle');
    turn.quietLooks += 1;
    const wasSeen = turn.wasBusy || turn.hasStopped || turns.isRecorded();
    if ((wasSeen && stamp !== turn.stamp) || turn.quietLooks > MOST_QUIET_LOOKS) await turns.end();
  };

  return {
    status: () => state?.status ?? null,
    stamp: () => state?.stamp ?? -1,
    isSettling: () => looksToSettle > 0 && begun !== deps.sessionId(),
    settled(sessionId) {
      begun = sessionId;
    },
    async read() {
      const read = await deps.stateOf();
      if (read === null) return;
      looksToSettle = Math.max(0, looksToSettle - 1);
      if (read.session_id !== null && deps.isFormer(read.session_id)) {
        if (!isAway) deps.emit({ type: 'notice', level: 'warning', text: WENT_BACK });
        isAway = true;
        state = null;
        return;
      }
      isAway = false;
      if (read.session_id === deps.sessionId()) hasOwnEntry = true;
      else if (hasOwnEntry && read.session_id !== null) {
        looksToSettle = MOST_QUIET_LOOKS;
        await deps.replace(read.session_id as SessionId);
      }
      if (read.status === null) return;
      state = read;
      if (!deps.isStarted()) return;
      questions.shown(read.status === 'waiting');
      if (read.status !== 'waiting') waitingLooks = 0;
      if (read.status === 'busy') onBusy(read.stamp);
      else if (read.status === 'waiting') onWaiting();
      else await onIdle(read.stamp);
    },
  };
}
