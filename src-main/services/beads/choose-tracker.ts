import { compareVersions, INSTALL_BD } from '@domain/bead/tracker-info';
import type { TrackerState } from '@domain/tracker-state';
import type {
  FileAccess,
  FoundTracker,
  OpenedTracker,
  TrackerFactory,
  TrackerProgram,
} from '../../ports/tracker-factory';

/** 1.x would take a SQLite project for one of its own and change it, so that one wants the last of its line. */
const INSTALL_BD_04X = 'npm install -g @beads/bd@0.49.6';
const OLDEST_FOR_DOLT = '1.0.0';
const OLDEST_FOR_SQLITE = '0.47.0';
const FIRST_WITHOUT_SQLITE = '0.50.0';

export type Chosen = {
  readonly tracker: OpenedTracker;
  readonly beadsDir: string;
  readonly found: FoundTracker;
  /** The file is read, because the program does not fit or there is none. */
  readonly isReadOnly: boolean;
  readonly program: TrackerProgram | null;
};

/** The program's own way where the program fits the project, else what its file says, with the reason. */
export async function chooseTracker(
  factory: TrackerFactory,
  folder: string,
  found: FoundTracker,
): Promise<Chosen> {
  const chosen = (tracker: OpenedTracker, program: TrackerProgram | null, isReadOnly: boolean): Chosen => ({
    tracker,
    beadsDir: found.beadsDir,
    found,
    program,
    isReadOnly,
  });
  if (found.generation === 'jsonl') {
    return chosen(factory.openFile(folder, found, { mode: 'read-write' }), null, false);
  }
  const program = await factory.findProgram(programFor(found));
  const reason = reasonAgainst(found, program);
  if (reason === null && program !== null)
    return chosen(factory.openProgram(folder, found, program), program, false);
  const access: FileAccess = {
    mode: 'read-only',
    reason: reason ?? 'tracker-missing',
    install_command: installCommand(found),
    data_as_of: found.exportedAt,
  };
  return chosen(factory.openFile(folder, found, access), program, true);
}

/** Whether choosing again would choose the same. Only a reader of the file looks for the program again. */
export async function isStillRight(
  chosen: Chosen,
  found: FoundTracker,
  factory: TrackerFactory,
): Promise<boolean> {
  if (found.generation !== chosen.found.generation || found.beadsDir !== chosen.beadsDir) return false;
  if (!chosen.isReadOnly) return true;
  if (found.exportedAt !== chosen.found.exportedAt) return false;
  const program = await factory.findProgram(programFor(found));
  return program?.path === chosen.program?.path && program?.version === chosen.program?.version;
}

/** For a folder without beads. */
export async function offersFor(factory: TrackerFactory): Promise<TrackerState> {
  const bd = await factory.findProgram('bd');
  const jsonl = { kind: 'jsonl', makes_commit: false, program_version: null } as const;
  const offers =
    bd === null || compareVersions(bd.version, OLDEST_FOR_DOLT) < 0
      ? [jsonl]
      : [{ kind: 'bd', makes_commit: true, program_version: bd.version } as const, jsonl];
  return { type: 'none', offers, install_command: INSTALL_BD };
}

function programFor({ generation }: FoundTracker): TrackerProgram['kind'] {
  return generation === 'br' ? 'br' : 'bd';
}

type Reason = Extract<FileAccess, { mode: 'read-only' }>['reason'];

function reasonAgainst(found: FoundTracker, program: TrackerProgram | null): Reason | null {
  if (program === null) return 'tracker-missing';
  if (program.kind === 'br') return null;
  const { version } = program;
  if (found.generation === 'dolt-1x')
    return compareVersions(version, OLDEST_FOR_DOLT) < 0 ? 'tracker-too-old' : null;
  if (compareVersions(version, OLDEST_FOR_SQLITE) < 0) return 'tracker-too-old';
  return compareVersions(version, FIRST_WITHOUT_SQLITE) < 0 ? null : 'export-only';
}

function installCommand({ generation }: FoundTracker): string | null {
  if (generation === 'dolt-1x') return INSTALL_BD;
  return generation === 'sqlite-04x' ? INSTALL_BD_04X : null;
}
