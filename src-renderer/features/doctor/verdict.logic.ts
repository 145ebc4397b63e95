import type { Check, DoctorReport, Verdict } from '@domain/doctor';

const WITHOUT: Partial<Record<Check['id'], string>> = {
  claude: 'The board and the history work without it. Starting sessions needs it.',
  'claude-login': 'Sessions need it. We never see what you log in with.',
  bd: 'Boards kept in a plain file work without it. Projects of bd can then only be read.',
  git: 'The board and the history work without it. Branches and worktrees need it.',
  electron: 'The window in the browser works without it.',
};

const WORDS: Record<Verdict, string> = {
  ok: 'In order',
  warning: 'Worth a look',
  missing: 'Not found',
  failed: 'Broken',
};

export function verdictWord(verdict: Verdict): string {
  return WORDS[verdict];
}

/** What still works without it; null when there is nothing to say. */
export function consequence(check: Check): string | null {
  return check.verdict === 'ok' ? null : (WITHOUT[check.id] ?? null);
}

/** A fix that is a command is shown to be copied; a sentence is shown to be read. */
export function isCommand(fix: string): boolean {
  return (
    /^(npm|npx|claude|brew|apt|sudo|chmod|curl|go|pip|git|winget|choco)\s\S/.test(fix) && !/[.!?)]$/.test(fix)
  );
}

export function summary(report: DoctorReport): string {
  const open = report.checks.filter(({ verdict }) => verdict !== 'ok');
  const broken = open.filter(({ verdict }) => verdict === 'failed').length;
  if (open.length === 0) return 'Everything Beads Console needs is here.';
  if (broken > 0) return `${count(broken, 'thing')} must be mended before Beads Console works.`;
  return `Beads Console works. ${count(open.length, 'thing')} could be better.`;
}

function count(n: number, word: string): string {
  return n === 1 ? `One ${word}` : `${n} ${word}s`;
}
