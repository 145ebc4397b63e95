import type { Session } from './record';

export type ResumeFacts = {
  readonly bead: { readonly title: string; readonly status: string } | null;
  readonly lastAnswer: string | null;
  readonly files: readonly string[];
  /** One line each; empty: nothing changed. */
  readonly changes: readonly string[];
};

const LONGEST_SUMMARY = 300;
const MOST_FILES = 20;

/** What Claude is told when a paused session goes on; the person may change it or leave it out. */
export function resumePrompt(session: Session, { bead, lastAnswer, files, changes }: ResumeFacts): string {
  const objective = session.objective ?? session.title;
  const lines = [
    bead === null ? null : `- Bead: ${oneLine(bead.title)} (${bead.status})`,
    objective === undefined ? null : `- Objective: ${oneLine(objective)}`,
    lastAnswer === null ? null : `- Last message: ${summaryOf(lastAnswer)}`,
    files.length === 0 ? null : `- Files touched: ${filesOf(files)}`,
    session.paused_at === undefined ? null : `- Paused at: ${session.paused_at}`,
    changes.length === 0
      ? '- Changes since pause: none'
      : `- Changes since pause:\n${changes.map((line) => `  - ${oneLine(line)}`).join('\n')}`,
  ].filter((line) => line !== null);
  return [
    'You are resuming a paused session.',
    `Session Context:\n${lines.join('\n')}`,
    'Please acknowledge and continue from where we left off.',
  ].join('\n\n');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const summaryOf = (text: string) => {
  const flat = oneLine(text);
  return flat.length > LONGEST_SUMMARY ? `${flat.slice(0, LONGEST_SUMMARY)} …` : flat;
};
const filesOf = (files: readonly string[]) =>
  `${files.slice(0, MOST_FILES).join(', ')}${files.length > MOST_FILES ? ', …' : ''}`;
