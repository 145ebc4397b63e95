import { rulesFor, type TrackerGeneration, type TrackerInfo } from '@domain/bead/tracker-info';
import type { ArgumentStyle } from './bd-arguments';
import { type BdProgram, isAtLeast } from './bd-call';

/** What this program can do in this project, decided once by its version. */
export type BdDialect = {
  readonly isDolt: boolean;
  readonly hasMetadata: boolean;
  readonly hasStatusesCommand: boolean;
  readonly hasCreateStatus: boolean;
  /** `--if-status` and `--if-assignee`: comparing and writing are one step. */
  readonly hasGuards: boolean;
  /** A claim expires; `bd heartbeat` renews it. */
  readonly hasLeases: boolean;
  readonly hasHistory: boolean;
  readonly hasJournal: boolean;
  readonly style: ArgumentStyle;
  /** bd prints the whole bead after `update`; br a few of its fields. */
  readonly printsWholeBead: boolean;
  /** br keeps its file up to date by itself and has no export to stdout. */
  readonly readsFile: boolean;
};

export function dialectOf(program: BdProgram, generation: TrackerGeneration): BdDialect {
  const isBd = program.kind === 'bd';
  const since = (version: string) => isBd && isAtLeast(program.version, version);
  return {
    isDolt: generation === 'dolt-1x',
    hasMetadata: since('1.0.0'),
    hasStatusesCommand: since('1.0.0'),
    hasCreateStatus: since('1.3.0'),
    hasGuards: since('1.3.0'),
    hasLeases: generation === 'dolt-1x' && since('1.3.0'),
    hasHistory: generation === 'dolt-1x' && since('1.0.0'),
    hasJournal: generation === 'dolt-1x' && since('1.3.0'),
    style: {
      quotesLists: isBd,
      bodyFlag: isBd ? 'body-file' : 'description-file',
      createsWithTexts: isBd,
      guardsTexts: !isBd,
    },
    printsWholeBead: isBd,
    readsFile: !isBd,
  };
}

export function infoOf(
  program: BdProgram,
  generation: TrackerGeneration,
  beadsDir: string,
  isJournalOn: boolean,
): TrackerInfo {
  const dialect = dialectOf(program, generation);
  return {
    generation,
    version: program.version,
    beads_dir: beadsDir,
    rules: rulesFor(generation, program.version),
    access: { mode: 'read-write' },
    capabilities: {
      metadata: dialect.hasMetadata,
      history: dialect.hasHistory,
      journal: dialect.hasJournal && isJournalOn,
      custom_status_category: dialect.isDolt,
    },
  };
}
