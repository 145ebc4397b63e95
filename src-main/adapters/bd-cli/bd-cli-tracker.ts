import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { ok } from '@domain/result';
import type { BeadTracker } from '../../ports/bead-tracker';
import type { Timers } from '../../ports/timers';
import { type BdProgram, type BdTimeouts, createBdCaller } from './bd-call';
import { dialectOf, infoOf } from './bd-dialect';
import { createBdReads } from './bd-reads';
import { readHistory } from './bd-records';
import { createBdWatch } from './bd-watch';
import { createBdWrites } from './bd-writes';
import { createRunProgram, type RunProgram } from './run-program';

export type BdCliTrackerOptions = {
  readonly program: BdProgram;
  readonly generation: TrackerGeneration;
  /** Where bd runs: the project's folder. */
  readonly folder: string;
  readonly beadsDir: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly timers: Timers;
  readonly timeouts?: BdTimeouts;
  readonly run?: RunProgram;
  readonly isStrictReader?: () => boolean;
};

/** One project through its own `bd` or `br`. Calls are neither queued nor repeated here: that is the service's. */
export function createBdCliTracker(options: BdCliTrackerOptions): BeadTracker {
  const { program, generation, beadsDir, timers, folder, env } = options;
  const run = options.run ?? createRunProgram(timers);
  const dialect = dialectOf(program, generation);
  const bd = createBdCaller({
    program,
    folder,
    env,
    run,
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.isStrictReader === undefined ? {} : { isStrictReader: options.isStrictReader }),
  });
  const isJournalOn = () => dialect.hasJournal && saysJournal(beadsDir);
  const info = infoOf(program, generation, beadsDir, isJournalOn());
  const reads = createBdReads({ bd, program, dialect, beadsDir });
  const { renewClaim, ...writes } = createBdWrites({ bd, reads, program, dialect, rules: info.rules });
  const watch = createBdWatch({ bd, beadsDir, dialect, isJournalOn, timers });

  const tracker: BeadTracker = {
    info: async () => ok(infoOf(program, generation, beadsDir, isJournalOn())),
    list: reads.list,
    show: reads.show,
    statuses: reads.statuses,
    ...writes,
    watch,
  };
  const history: BeadTracker['history'] = async (id) => {
    const answer = await bd.ask({ args: ['history', '--events', '--', id] });
    return answer.ok ? ok(readHistory(answer.value)) : answer;
  };
  return {
    ...tracker,
    ...(dialect.hasHistory ? { history } : {}),
    ...(dialect.hasLeases ? { renewClaim } : {}),
  };
}

/** A plain line of `config.yaml`, where `bd config set events-journal true` puts it. */
function saysJournal(beadsDir: string): boolean {
  try {
    return /^events-journal:\s*["']?true["']?\s*(#.*)?$/m.test(
      readFileSync(join(beadsDir, 'config.yaml'), 'utf8'),
    );
  } catch {
    return false;
  }
}
