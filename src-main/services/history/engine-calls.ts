import type { ModelPrice } from '@domain/cost/price-table';
import type { BilledDays } from '@domain/history/billed-days';
import type { Figures } from '@domain/history/figures';
import type { FolderCount } from '@domain/history/folders';
import type { ProjectFolder } from '@domain/history/project-map';
import type {
  ArchiveStatus,
  BackfillResult,
  CaptureRecovery,
  HistoryTotals,
  HistoryValues,
  IngestStatus,
  Keeping,
  Report,
  SearchHit,
} from '@domain/history/record';
import type { Result } from '@domain/result';
import type { Restored, RestoreFailure } from '../../ports/archive';
import type { Catalog, CatalogFilter, CatalogRecord, Search } from '../../ports/catalog';
import type { ExportedBody, ExportRequest } from './export-session';
import type { CopyRules } from './keep-copies';
import type { FiguresRequest } from './make-figures';
import type { ReportRequest } from './make-report';
import type { TranscriptViews } from './show-transcript';

/** What is kept and made findable, by the user's settings. */
export type HistoryRules = CopyRules & {
  readonly indexTools: boolean;
  /** What is parsed waits for a summary; else it is as far as it goes. */
  readonly summaries?: boolean;
};

export type CatalogSession = CatalogRecord & {
  readonly id: string;
  readonly project: string;
  readonly keeping: Keeping;
};
/** What `project:` and `billed:` mean is known here. */
export type EngineFilter = Omit<CatalogFilter, 'folders'> & {
  /** Which days something of it was billed on; all of them must fit, and with them the models. */
  readonly billed?: readonly BilledDays[];
  /** Claude wrote down its own reckoning. */
  readonly isReckoned?: boolean;
  /** Something of it has no known price. */
  readonly isUnpriced?: boolean;
  /** All of them must fit. */
  readonly projects?: readonly string[];
  /** Ran in this folder or in one that lies in it, whoever's they are. */
  readonly within?: string;
};

export type Page = { readonly limit: number; readonly offset: number };
export type ResultsRequest = Omit<Search, 'terms' | 'filter'> & {
  readonly text: string;
  readonly filter: EngineFilter;
};
export type EngineResults = {
  readonly results: readonly {
    readonly session: CatalogSession;
    readonly hits: number;
    readonly hit: SearchHit | null;
  }[];
  readonly totals: HistoryTotals;
};

/** All that is known of every session of this machine. It lives in a thread of its own; this is how it is asked. */
export type HistoryEngine = {
  list(filter: EngineFilter, page: Page): Promise<{ sessions: readonly CatalogSession[]; total: number }>;
  /**
   * The same sessions, each as a text in JSON: so they cross to another thread without being made and copied twice. One text
   * for all of them would first be put together, and a single letter that is not Latin would make every other twice as long.
   */
  listJson(filter: EngineFilter, page: Page): Promise<{ json: readonly string[]; total: number }>;
  show(id: string): Promise<CatalogSession | null>;
  /** A few ids that begin so. */
  idsFrom(prefix: string): Promise<readonly string[]>;
  search(text: string, filter: EngineFilter, limit: number): Promise<readonly SearchHit[]>;
  /** Sessions instead of texts; without words all that pass the filter. */
  results(request: ResultsRequest, page: Page): Promise<EngineResults>;
  values(): Promise<Pick<HistoryValues, 'projects' | 'folders' | 'models'>>;
  /** Every folder of the history, with its sessions. */
  folders(filter: EngineFilter): Promise<readonly FolderCount[]>;
  /** Which folder is of which project from now on; until somebody says so, none is. */
  place(folders: readonly ProjectFolder[]): Promise<void>;
  report(request: ReportRequest): Promise<Report>;
  figures(request: FiguresRequest): Promise<Omit<Figures, 'prices_as_of'>>;
  transcript: TranscriptViews['window'];
  message: TranscriptViews['message'];
  outline: TranscriptViews['outline'];
  summary: TranscriptViews['summary'];
  find: TranscriptViews['find'];
  oddLines: TranscriptViews['oddLines'];
  export(request: ExportRequest): Promise<ExportedBody>;
  status(): Promise<IngestStatus>;
  /** Reads whatever is due, now. */
  backfill(): Promise<BackfillResult>;
  preview(): Promise<BackfillResult>;
  /** Reads these files now, as far as they are transcripts and hold something new. */
  look(paths: readonly string[]): Promise<void>;
  /** Ends every reading of the whole, also one that waits. What is not written by then stays due. */
  abort(): Promise<void>;
  /** Reads a session anew; null: there is none, or nobody has its files any more. */
  reparse(id: string): Promise<CatalogSession | null>;
  /** Compare-and-set: the loser of two is told the state it met. */
  moveCapture: Catalog['moveCapture'];
  captures: Catalog['captures'];
  stats: Catalog['stats'];
  /** Takes up what was cut short, or says what it would. */
  recover(isDryRun: boolean): Promise<CaptureRecovery>;
  /** Prices of a person's own come before the list from now on; what was priced before is priced anew. */
  charge(own: readonly ModelPrice[]): Promise<void>;
  /** What is copied from now on. */
  obey(rules: HistoryRules): Promise<void>;
  /** Makes every copy that is due; how many were written. */
  copy(): Promise<number>;
  /** Makes everything findable that tools answered; how many files were gone through. */
  indexTools(): Promise<number>;
  /** What the tools of a session answered is found no more, but for what of it can still be read and judged. */
  forgetTools(id: string): Promise<void>;
  /** Uploads and copies without secrets come under the rules of today; null: all of them. How many were rewritten. */
  refilter(ids: readonly string[] | null): Promise<number>;
  /** What was removed is nowhere in the catalog's file any more; while another program has it open, before long. */
  scrub(): Promise<void>;
  archive(): Promise<ArchiveStatus>;
  restore(id: string): Promise<Result<Restored, RestoreFailure>>;
  /** Everything of these sessions goes, for ever. Claude's own files stay. */
  forget(ids: readonly string[]): Promise<void>;
  /** Sessions that a living process of Claude has open. */
  openSessions(): Promise<readonly string[]>;
  /** From now on what changes is read as it changes. */
  keepUp(): Promise<void>;
  /** From now on only when asked. */
  rest(): Promise<void>;
  close(): Promise<void>;
};
