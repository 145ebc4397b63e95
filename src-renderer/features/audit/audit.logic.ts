import type { RedactionCount } from '@domain/privacy/rules';
import type { AuditVerdict } from '@domain/session/audit';
import type { AuditedRun } from '@domain/session/run';
import { countWords } from '../../app/usage-words';

const TRIGGERS: Readonly<Record<string, string>> = {
  'start-work': 'Start Work',
  'ad-hoc': 'by hand',
  resume: 'resumed',
  handoff: 'hand-off',
  backfill: 'found in the history',
  hook: 'plain terminal',
  external: 'plain terminal',
  tick: 'tick',
  trigger: 'by an agent',
};

export function triggerWords(source: string): string {
  const scheduled = /^schedule:(.*)$/s.exec(source)?.[1];
  return scheduled === undefined ? (TRIGGERS[source] ?? source) : `scheduled: ${scheduled}`;
}

export type OutcomeTone = 'active' | 'closed' | 'crashed';

/** How it ended: open, well, or not. */
export function outcomeOf(run: Pick<AuditedRun, 'completed_at' | 'success'>): {
  readonly words: string;
  readonly tone: OutcomeTone;
} {
  if (run.completed_at === null) return { words: 'running', tone: 'active' };
  return run.success === true
    ? { words: 'ended well', tone: 'closed' }
    : { words: 'failed', tone: 'crashed' };
}

export const takenIn = (counts: readonly RedactionCount[] | undefined): number =>
  (counts ?? []).reduce((sum, { count }) => sum + count, 0);

/** "2 key-shape in Bash". */
export const redactionWords = ({ tool, rule, count }: RedactionCount): string =>
  `${countWords(count)} ${rule}${tool === null ? ' in what was said' : ` in ${tool}`}`;

const FAULTS = {
  unreadable: 'cannot be read',
  'hash-differs': 'was changed after it was written',
  'chain-broken': 'does not follow the one before it: a line was added, taken out or moved',
} as const;

export type ChainWords = {
  readonly isWhole: boolean;
  readonly title: string;
  readonly faults: readonly string[];
};

export function chainWords(logs: readonly AuditVerdict[]): ChainWords {
  const entries = logs.reduce((sum, log) => sum + log.entries, 0);
  const broken = logs.filter(({ fault }) => fault !== null);
  const inLogs = logs.length === 1 ? '' : ` in ${countWords(logs.length)} logs`;
  return {
    isWhole: broken.length === 0,
    title:
      broken.length === 0
        ? `The chain holds: ${countWords(entries)} ${entries === 1 ? 'entry' : 'entries'}${inLogs}, none changed.`
        : broken.length === 1
          ? 'An audit log was changed from outside.'
          : `${broken.length} audit logs were changed from outside.`,
    faults: broken.flatMap(({ file, fault }) =>
      fault === null ? [] : [`${file}, line ${fault.line} ${FAULTS[fault.fault]}.`],
    ),
  };
}

/** One line of a prompt; a run that was only resumed has none. */
export function promptLine(run: Pick<AuditedRun, 'prompt' | 'trigger_source'>): string {
  const line = run.prompt.trim().split('\n', 1)[0] ?? '';
  return line === '' ? 'No prompt' : line;
}
