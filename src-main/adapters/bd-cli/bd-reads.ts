import { join } from 'node:path';
import type { BeadStatusInfo } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import { isRawRecord } from '@domain/bead/read-bead';
import { readBeadsFile } from '@domain/bead/read-beads-file';
import type { Bead, BeadListing } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { readRegular } from '../fs/read-file';
import type { BdCaller, BdProgram } from './bd-call';
import type { BdDialect } from './bd-dialect';
import { readShown } from './bd-records';
import { BUILT_IN_STATUSES, readCustomStatuses, readStatuses } from './bd-statuses';

export type BdReads = {
  list(): Promise<Result<BeadListing, BeadError>>;
  show(id: BeadId): Promise<Result<Bead, BeadError>>;
  statuses(): Promise<Result<readonly BeadStatusInfo[], BeadError>>;
  customStatuses(): Promise<Result<readonly BeadStatusInfo[], BeadError>>;
};

export type BdReadsDeps = {
  readonly bd: BdCaller;
  readonly program: BdProgram;
  readonly dialect: BdDialect;
  readonly beadsDir: string;
};

export function createBdReads({ bd, program, dialect, beadsDir }: BdReadsDeps): BdReads {
  const badOutput = (command: string, words: string): BeadError => ({
    code: 'tracker-bad-output',
    command,
    version: program.version,
    words,
  });

  const readFile = (): Result<string, BeadError> => {
    const path = join(beadsDir, 'issues.jsonl');
    const read = readRegular(path);
    if (read.ok) return ok(read.value.data.toString('utf8'));
    if (read.error.code === 'file-not-found') return ok('');
    return err({ code: 'tracker-unreadable', path, cause: read.error.code });
  };

  const customStatuses = async (): Promise<Result<readonly BeadStatusInfo[], BeadError>> => {
    const answer = await bd.ask({ args: ['config', 'get', 'status.custom'] });
    if (!answer.ok) return answer;
    const value = isRawRecord(answer.value) ? answer.value['value'] : undefined;
    return ok(readCustomStatuses(typeof value === 'string' ? value : ''));
  };

  const list = async (): Promise<Result<BeadListing, BeadError>> => {
    // Everything, gates and templates too: what is left out of a list cannot block, and a gate does.
    const args = dialect.isDolt ? ['export', '--all'] : ['export'];
    const text = dialect.readsFile ? readFile() : await bd.askLines({ args });
    if (!text.ok) return text;
    const { beads, odd_lines } = readBeadsFile(text.value);
    const odd = odd_lines.filter((line) => line.why !== 'other-record');
    if (beads.length === 0 && odd.length > 0 && !dialect.readsFile) {
      return err(badOutput('export', text.value.slice(0, 500)));
    }
    return ok({ beads, odd_lines: odd });
  };

  return {
    customStatuses,
    list,
    async show(id) {
      const extra = dialect.isDolt ? ['--include-comments'] : [];
      const answer = await bd.ask({ args: ['show', ...extra, '--', id] });
      if (!answer.ok) {
        if (answer.error.code !== 'tracker-refused') return answer;
        // A missing bead and a store that does not open are refused alike; the list tells them apart.
        const listing = await list();
        if (!listing.ok) return listing;
        return listing.value.beads.some((bead) => bead.id === id)
          ? answer
          : err({ code: 'bead-not-found', id });
      }
      const bead = readShown(answer.value, id);
      // Part of an id finds a bead of a longer name: not the one that was asked for.
      return bead === null ? err({ code: 'bead-not-found', id }) : ok(bead);
    },
    async statuses() {
      if (!dialect.hasStatusesCommand) {
        const custom = await customStatuses();
        return custom.ok ? ok([...BUILT_IN_STATUSES, ...custom.value]) : custom;
      }
      const answer = await bd.ask({ args: ['statuses'] });
      if (!answer.ok) return answer;
      const statuses = readStatuses(answer.value);
      return statuses === null ? err(badOutput('statuses', JSON.stringify(answer.value))) : ok(statuses);
    },
  };
}
