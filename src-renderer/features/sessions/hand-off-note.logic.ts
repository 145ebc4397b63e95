import type { Session } from '@domain/session/record';

const LONGEST_ANSWER = 2000;
const MOST_FILES = 20;

/** What the next session is told first, to be read and changed by a person before it is sent. */
export function handOffNote(session: Session, lastWords: string | null): string {
  const { files_touched: files, commits } = session;
  const lines = [
    session.title === undefined ? null : `You continue the work "${session.title}".`,
    session.objective === undefined ? null : `Objective: ${session.objective}`,
    session.bead_id === undefined ? null : `Bead: ${session.bead_id}`,
    session.branch === undefined ? null : `Branch: ${session.branch}`,
    commits.length === 0 ? null : `Commits so far: ${commits.join(', ')}`,
    files.length === 0
      ? null
      : `Files touched: ${files.slice(0, MOST_FILES).join(', ')}${files.length > MOST_FILES ? ', …' : ''}`,
    lastWords === null ? null : `The last answer was:\n\n${cut(lastWords)}`,
  ];
  return lines.filter((line) => line !== null).join('\n\n');
}

const cut = (text: string) => (text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)} …` : text);
