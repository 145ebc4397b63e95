import type { SessionRecord } from '@domain/history/describe-session';
import type { FolderCount } from '@domain/history/folders';
import type { HistoryTotals, ResultOrder, SearchHit } from '@domain/history/record';
import type { SearchTerm } from '@domain/history/search-query';
import type { Work } from '@domain/history/work-left';
import type { Result } from '@domain/result';
import type { CaptureCommand } from '@domain/session/capture-machine';
import type { CaptureConflict, SessionNotFound } from '@domain/session/errors';
import type { Capture, CaptureState } from '@domain/session/values';
import type { PackedTexts } from '@domain/transcript/packed-texts';
import type { PackedThread } from '@domain/transcript/packed-thread';
import type { PackedTally } from '@domain/transcript/tally-bytes';
import type { FileState, IndexedFile } from './transcript-pages';
import type { FileMark, SessionNotes, ToolJob, ToolSlice } from './transcripts';

/** What the catalog itself can tell of a session; what only its record knows is already turned into ids. */
export type CatalogFilter = {
  readonly since?: string;
  readonly until?: string;
  /** Ran in exactly one of these; null stands for those whose transcripts name none. */
  readonly folders?: readonly (string | null)[];
  /** Parts of names; for each the session has a model. */
  readonly models?: readonly string[];
  readonly minCost?: number;
  readonly maxCost?: number;
  readonly ids?: readonly string[];
  readonly notIds?: readonly string[];
  /** Its transcript tells of such work, or it is one of these. All of them must fit. */
  readonly work?: readonly { readonly what: Work; readonly orIds: readonly string[] }[];
};

export type Search = {
  readonly terms: readonly SearchTerm[];
  readonly order: ResultOrder;
  readonly filter: CatalogFilter;
  /** Of sessions whose time is known better than by their messages. */
  readonly activeMs: ReadonlyMap<string, number>;
};

export type FoundSessions = {
  /** `row`: the newest text with the words in it. */
  readonly found: readonly { readonly id: string; readonly hits: number; readonly row: number | null }[];
  readonly totals: HistoryTotals;
};

/** What a session's row says, apart from its id: derived from its tally and from who is credited. */
export type CatalogRecord = SessionRecord;

/** What is kept as JSON stays so: in a list it is only passed on. */
export type ListedSession = {
  readonly id: string;
  readonly cwd: string | null;
  /** Of its transcript. */
  readonly path: string | null;
  readonly captureJson: string;
  /** An object with something in it. */
  readonly recordJson: string;
};

export type SessionWrite = {
  readonly id: string;
  readonly record: CatalogRecord;
  readonly tally: PackedTally;
  readonly notes: SessionNotes;
  readonly marks: readonly FileMark[];
  readonly texts: PackedTexts;
  /** Ends a `stage`: what was staged takes the place of everything that was there. */
  readonly stage: number | null;
  /** It stands beside what was there instead: a part of that can be read by nobody any more. */
  readonly isAdded?: boolean;
  /** How far the session's files were read when this was begun. */
  readonly base: readonly Pick<FileMark, 'path' | 'offset'>[];
};

export type CapturedSession = {
  readonly id: string;
  readonly capture: Capture;
  /** When one of its files last changed. */
  readonly updatedMs: number;
};

/** What is known of a session's copy in the archive, so that nobody has to open it to say so. */
export type CopyRow = {
  readonly id: string;
  /** How the files were when they were copied. */
  readonly mark: string;
  readonly isExact: boolean;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly keptAt: string;
};

/** Where the messages of a long transcript stand, as long as its files are these. */
export type KeptSheet = {
  readonly files: readonly (FileState & IndexedFile & { readonly path: string })[];
  readonly thread: PackedThread;
};

/*
 * Everything here is derived from transcripts and may be thrown away.
 * G1  A write is whole or not there at all, with the offset it goes up to: after a crash reading goes on from there.
 * G2  Two programs may read the same session at once: one of them wins, the other is told, nothing is there twice.
 * G3  What is staged shows nowhere until its `write`; until then the old rows stay.
 */
export type Catalog = {
  /** The database was missing, of another version or broken, and begins empty. */
  readonly isNew: boolean;
  files(): Promise<readonly (FileMark & { readonly sessionId: string })[]>;
  held(id: string): Promise<{ tally: PackedTally; notes: SessionNotes } | null>;

  /** A place for texts that will replace those of the session. */
  beginStage(id: string): Promise<number>;
  stage(stage: number, texts: PackedTexts): Promise<void>;
  dropStage(stage: number): Promise<void>;
  /** Answers the sessions that somebody else wrote meanwhile: of those nothing was written. */
  write(writes: readonly SessionWrite[]): Promise<readonly string[]>;
  fail(id: string, record: CatalogRecord, marks: readonly FileMark[]): Promise<void>;
  /** Sessions of which nothing was read yet are listed from now on; those that are there stay as they are. */
  announce(sessions: readonly { readonly id: string; readonly record: CatalogRecord }[]): Promise<void>;

  /**
   * Compare-and-set: all of these transitions or none, and only from a state they may be taken from. The loser of two is
   * told the state it met.
   */
  moveCapture(
    id: string,
    commands: readonly CaptureCommand[],
    expected?: readonly CaptureState[],
  ): Promise<Result<Capture, CaptureConflict | SessionNotFound>>;
  /** How far these are captured, as far as they are known. */
  captures(ids: readonly string[]): Promise<ReadonlyMap<string, Capture>>;
  /** What is counted of these, as far as they are known. */
  stats(ids: readonly string[]): Promise<ReadonlyMap<string, SessionRecord['stats']>>;
  /** Sessions in these states, those first that were silent longest. */
  inCapture(
    states: readonly CaptureState[],
    limit: number,
    sinceMs?: number,
  ): Promise<readonly CapturedSession[]>;

  /** Files whose answers of tools are not in the index yet, those of the newest sessions first. */
  toolsDue(limit: number): Promise<readonly ToolJob[]>;
  /** False: the file was read anew meanwhile, and nothing was added. */
  addTools(slice: ToolJob & ToolSlice): Promise<boolean>;

  sheet(id: string): Promise<KeptSheet | null>;
  /** Of a session that is known; of another nothing is kept. */
  keepSheet(id: string, sheet: KeptSheet): Promise<void>;
  /** Sessions with a file of so many bytes that changed since their sheet was kept, and not after this moment; newest first. */
  sheetsDue(minBytes: number, untilMs: number, limit: number): Promise<readonly string[]>;

  copies(): Promise<readonly CopyRow[]>;
  setCopy(copy: CopyRow): Promise<void>;
  dropCopy(id: string): Promise<void>;
  /** Everything of this session goes; whoever shared messages with it is to be credited again. */
  forget(id: string): Promise<void>;

  /** Sessions whose credit has to be reckoned again, and those that hold a message of this one too. */
  uncredited(limit: number): Promise<readonly string[]>;
  kin(id: string): Promise<readonly string[]>;
  /** What its tools answered is found no more; what of it can still be read is due again. */
  forgetTools(id: string): Promise<void>;
  setCredit(
    credits: readonly { id: string; record: Partial<CatalogRecord>; inherited: Uint8Array }[],
  ): Promise<void>;
  uncreditAll(): Promise<void>;

  list(filter: CatalogFilter, page: { limit: number; offset: number }): Promise<readonly ListedSession[]>;
  count(filter: CatalogFilter): Promise<number>;
  /** Up to `most` ids that begin so. */
  idsFrom(prefix: string, most: number): Promise<readonly string[]>;
  show(id: string): Promise<(CatalogRecord & { id: string }) | null>;
  search(terms: readonly SearchTerm[], filter: CatalogFilter, limit: number): Promise<readonly SearchHit[]>;
  /** All that fit, in the order that was asked for, and their sums. */
  find(search: Search): Promise<FoundSessions>;
  hit(row: number, terms: readonly SearchTerm[]): Promise<SearchHit | null>;
  /** The models that were used. */
  models(): Promise<readonly string[]>;
  /** Every folder that sessions ran in, the one that was used last first. */
  folders(filter: CatalogFilter): Promise<readonly FolderCount[]>;
  /** Each session with what was billed in it and what of that is inherited. */
  eachBilled(
    visit: (session: {
      id: string;
      cwd: string | null;
      tally: Pick<PackedTally, 'head' | 'billed'>;
      inherited: Uint8Array;
      /** What Claude itself reckoned for it. */
      claudeCost: number | null;
    }) => void,
  ): Promise<void>;
  /** Another one after any write, by this program or another. */
  changeMark(): Promise<string>;
  setting(name: string): Promise<string | null>;
  setSetting(name: string, value: string): Promise<void>;
  /** Many writes follow: a crash of the machine (not of the program) may then cost the catalog. */
  setHurry(isHurried: boolean): Promise<void>;
  /** What was removed leaves the file itself too: no byte of it is left in what is free. As slow as the catalog is large. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};
