import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type { ClaudeDriver, LaunchRequest } from '../../ports/claude-driver';
import type { Timers } from '../../ports/timers';
import { createProcessTable, type ProcessTable } from '../locks/process-identity';
import { spawnChild } from './child-process';
import { type Opening, streamArguments } from './claude-arguments';
import { claudeEnvironment } from './claude-env';
import { createClaudeFolder } from './claude-folder';
import type { Claude, FindClaude } from './find-claude';
import { createGuard } from './guard';
import { createLeftovers } from './leftovers';
import type { LoginCheck } from './login-check';
import { preflight } from './preflight';
import { createStreamProcess } from './stream-process';
import { createTranscriptTail } from './transcript-tail';

export type StreamSeatDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly find: FindClaude;
  /** There is no terminal here to log in with. */
  readonly login?: LoginCheck;
  readonly timers: Timers;
  /** Print mode skips Claude's own question whether the folder is trusted: ours counts instead. */
  readonly isTrusted: (project: string) => boolean;
  readonly processes?: ProcessTable;
};

type Cleared = { readonly claude: Claude; readonly opening: Opening };

/** The real `claude` in print mode, spoken to in stream-json on both sides. */
export function createStreamSeat(deps: StreamSeatDeps): ClaudeDriver {
  const { env, find, login, timers, isTrusted, processes = createProcessTable() } = deps;
  const folder = createClaudeFolder(env);
  const leftovers = createLeftovers(timers, processes);
  const guard = createGuard(leftovers.ownPrefix);

  const clear = async (request: LaunchRequest): Promise<Result<Cleared, DriverError>> => {
    if (!isTrusted(request.project)) return err({ code: 'project-untrusted', project: request.project });
    const claude = await find(request.project);
    if (!claude.ok) return claude;
    const known = (await login?.(claude.value)) ?? ok(null);
    if (!known.ok) return known;
    const opening = await preflight({ folder, processes }, request);
    return opening.ok ? ok({ claude: claude.value, opening: opening.value }) : opening;
  };

  return {
    async check(request) {
      const cleared = await clear(request);
      return cleared.ok ? ok(null) : cleared;
    },
    async launch(request) {
      const cleared = await clear(request);
      if (!cleared.ok) return cleared;
      const { claude, opening } = cleared.value;
      const { session_id, cwd } = request;
      const marker = leftovers.newMarker(randomUUID());
      const process = createStreamProcess({
        request,
        timers,
        transcriptPath:
          (await folder.findTranscript(session_id, cwd)) ??
          (await folder.expectedTranscript(session_id, cwd)),
        tail: (id, emit) =>
          createTranscriptTail({
            timers,
            locate: () => folder.findTranscript(id, cwd),
            onMessages: (messages) => emit({ type: 'recorded', messages }),
            onCounted: (tally) => emit({ type: 'counted', tally }),
          }),
      });
      guard.ensure();
      const child = await spawnChild({
        path: claude.path,
        args: streamArguments(request, opening, claude.can),
        cwd,
        env: claudeEnvironment(env, session_id, marker),
        timers,
        onLine: process.hear,
        endLeftovers: () => leftovers.end(marker),
      });
      return child.ok ? ok(process.attach(child.value)) : child;
    },
  };
}
