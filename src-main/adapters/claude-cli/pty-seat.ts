import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type { ClaudeDriver, LaunchRequest } from '../../ports/claude-driver';
import type { HookDoors } from '../../ports/hook-door';
import type { Pty, PtySize, Ptys } from '../../ports/pty';
import type { Timers } from '../../ports/timers';
import { createProcessTable, type ProcessTable } from '../locks/process-identity';
import { type Opening, terminalArguments } from './claude-arguments';
import { claudeEnvironment } from './claude-env';
import { createClaudeFolder } from './claude-folder';
import type { Claude, FindClaude } from './find-claude';
import { foreseeQuestion } from './first-question';
import { createGuard } from './guard';
import { hookEnvironment, hookSettings } from './hook-settings';
import { createLeftovers } from './leftovers';
import type { LoginCheck } from './login-check';
import { clearNoteSpools, openNoteSpool } from './note-spool';
import { preflight } from './preflight';
import { createPtyProcess } from './pty-process';
import { createTranscriptTail } from './transcript-tail';

export type PtySeatDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly find: FindClaude;
  /** Who is not logged in can do it in the terminal: the first prompt waits for it. */
  readonly login?: LoginCheck;
  readonly timers: Timers;
  readonly ptys: Ptys;
  /** Whether the project's own programs may run. Claude itself asks about the folder. */
  readonly isTrusted: (project: string) => boolean;
  readonly doors: HookDoors;
  /** A folder of ours for the notes of command hooks. */
  readonly spoolRoot: string;
  /** The terminal of a session, from its start; told again under the new id when Claude goes on as another session. */
  readonly onTerminal: (session: SessionId, pty: Pty, before: SessionId | null, size: PtySize) => void;
  readonly processes?: ProcessTable;
};

type Cleared = { readonly claude: Claude; readonly opening: Opening };

const SIZE = { cols: 120, rows: 40 };

/** The real `claude` in a terminal of its own, as a person would start it, with hooks that tell us what it does. */
export function createPtySeat(deps: PtySeatDeps): ClaudeDriver {
  const { env, find, login, timers, ptys, isTrusted, doors, spoolRoot } = deps;
  const { processes = createProcessTable() } = deps;
  const folder = createClaudeFolder(env);
  const leftovers = createLeftovers(timers, processes);
  const guard = createGuard(leftovers.ownPrefix);
  // What cannot be cleared away now lies there until the next start, and is in nobody's way.
  const cleared = clearNoteSpools(spoolRoot, processes).catch(() => {});

  const clear = async (request: LaunchRequest): Promise<Result<Cleared, DriverError>> => {
    const claude = await find(isTrusted(request.project) ? request.project : undefined);
    if (!claude.ok) return claude;
    const opening = await preflight({ folder, processes }, request);
    return opening.ok ? ok({ claude: claude.value, opening: opening.value }) : opening;
  };
  /** After a SIGKILL an entry stays, and its number may come again. */
  const stateOf = async (pid: number) => {
    const state = await folder.stateOf(pid);
    const startedAt = processes.startedAt(pid);
    const isOther =
      state !== null && startedAt !== undefined && state.procStart !== null && startedAt !== state.procStart;
    return isOther ? null : state;
  };

  return {
    async check(request) {
      const checked = await clear(request);
      return checked.ok ? ok(null) : checked;
    },
    async launch(request) {
      const checked = await clear(request);
      if (!checked.ok) return checked;
      const { claude, opening } = checked.value;
      const { session_id, cwd } = request;
      const isLoggedIn = async () => (await login?.(claude))?.ok !== false;
      const firstQuestion = (await isLoggedIn()) ? await foreseeQuestion(env, cwd) : 'login';
      await cleared;
      const marker = leftovers.newMarker(randomUUID());
      const made = await openNoteSpool(spoolRoot).then(ok, (error: Error) => err(error.message));
      if (!made.ok) return err({ code: 'claude-did-not-start', detail: made.error });
      const spool = made.value;
      const opened: { pty: Pty | null; close: () => Promise<void> } = { pty: null, close: spool.close };
      const process = createPtyProcess({
        request,
        firstQuestion,
        isLoggedIn,
        timers,
        now: () => new Date().toISOString(),
        stateOf,
        takeNotes: spool.take,
        keepPicture: spool.keepPicture,
        transcriptPath:
          (await folder.findTranscript(session_id, cwd)) ??
          (await folder.expectedTranscript(session_id, cwd)),
        tail: (id, hear) =>
          createTranscriptTail({ timers, locate: () => folder.findTranscript(id, cwd), ...hear }),
        endLeftovers: () => leftovers.end(marker),
        onReplaced(from, to) {
          if (opened.pty !== null) deps.onTerminal(to, opened.pty, from, SIZE);
        },
        onOver: () => opened.close(),
      });
      const door = await doors.open(process.hear);
      if (!door.ok) {
        await spool.close();
        return err({ code: 'claude-did-not-start', detail: door.error.detail });
      }
      opened.close = async () => {
        door.value.close();
        await spool.close();
      };
      const channels = { door: door.value, spool: spool.folder };
      guard.ensure();
      const pty = await ptys.open({
        file: claude.path,
        args: terminalArguments(
          firstQuestion === 'login' ? { ...request, prompt: '' } : request,
          opening,
          claude.can,
          hookSettings(channels, claude.can.hooks),
        ),
        cwd,
        env: {
          ...steadyRenderer(env),
          ...claudeEnvironment(env, session_id, marker),
          ...hookEnvironment(channels),
        },
        size: SIZE,
      });
      if (!pty.ok) {
        await opened.close();
        return err({ code: 'terminal-unavailable', detail: pty.error.message });
      }
      opened.pty = pty.value;
      // First: what the terminal shows before anybody listens is kept for the first who does.
      deps.onTerminal(session_id, pty.value, null, SIZE);
      return ok(process.attach(pty.value));
    },
  };
}

/** Newer versions choose by what happened last time; the normal screen keeps the scrollback of the terminal. */
function steadyRenderer(env: PtySeatDeps['env']): Record<string, string> {
  const isChosen = env['CLAUDE_CODE_NO_FLICKER'] ?? env['CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN'];
  return isChosen === undefined ? { CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN: '1' } : {};
}
