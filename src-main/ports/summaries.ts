import type { GeneratedSummary, SummaryCosts, SummaryFault } from '@domain/history/generated-summary';
import type { Result } from '@domain/result';

/** What a model wrote, as it came; `model` is the one that answered. */
export type WrittenSummary = {
  readonly text: string;
  readonly model: string | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cost_micro_usd: number | null;
};
export type SummaryRefusal = {
  readonly why: SummaryFault;
  readonly detail: string;
  /** What was paid for it all the same. */
  readonly spent?: Omit<WrittenSummary, 'text'>;
};

/** Writes about what it is told. It has no tools, keeps no session and takes half a minute at most. */
export type SummaryWriter = {
  write(told: string, signal: AbortSignal): Promise<Result<WrittenSummary, SummaryRefusal>>;
};

/** Summaries that were paid for, and what all of them cost. */
export type KeptSummaries = {
  find(id: string): Promise<GeneratedSummary | null>;
  keep(id: string, summary: GeneratedSummary): Promise<void>;
  remove(id: string): Promise<void>;
  /** Under the rules of today. Answers whether anything was taken. */
  refilter(id: string): Promise<boolean>;
  /** One more that was asked for, whether it came to something or not. */
  charge(spent: Omit<WrittenSummary, 'text'>, isMade: boolean): Promise<void>;
  costs(): Promise<SummaryCosts>;
};
