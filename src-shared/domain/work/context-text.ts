import type { Bead } from '@domain/bead/record';
import type { Session } from '@domain/session/record';

/** What is longer than this is cut, and says so. */
const LONGEST_FIELD = 20_000;
const LONGEST_OUTCOME = 2_000;
const MOST_COMMENTS = 30;

export type PartText = {
  /** For people: what is in it. */
  readonly about: string;
  /** Empty: there is nothing to say. */
  readonly text: string;
};

const cut = (text: string, most = LONGEST_FIELD) =>
  text.length <= most ? text : `${text.slice(0, most)}\n[cut here: ${text.length - most} more characters]`;
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The text of the bead: everything a person wrote into it. */
export function beadPart(bead: Bead): PartText {
  const fields = [
    ['Description', 'description', bead.description],
    ['Design', 'design', bead.design],
    ['Acceptance criteria', 'acceptance criteria', bead.acceptance_criteria],
    ['Notes', 'notes', bead.notes],
  ] as const;
  const given = fields.filter(([, , text]) => (text ?? '').trim() !== '');
  const comments = (bead.comments ?? []).slice(-MOST_COMMENTS);
  const about = [
    ...given.map(([, name]) => name),
    ...(comments.length > 0 ? [counted(comments.length, 'comment')] : []),
  ];
  const lines = [
    `## The bead ${bead.id}: ${bead.title}`,
    `Type ${bead.issue_type}, priority P${bead.priority}${labelsOf(bead)}.`,
    ...given.map(([heading, , text]) => `### ${heading}\n${cut((text ?? '').trim())}`),
    ...(comments.length > 0
      ? [
          `### Comments\n${comments.map(({ author, text }) => `- ${author}: ${cut(text.trim(), LONGEST_OUTCOME)}`).join('\n')}`,
        ]
      : []),
  ];
  return { about: about.length === 0 ? 'title only' : about.join(', '), text: lines.join('\n\n') };
}

function labelsOf({ labels = [] }: Bead): string {
  return labels.length === 0 ? '' : `, labels ${labels.join(', ')}`;
}

export type Blocker = {
  readonly id: string;
  readonly title: string | null;
  readonly status: string | null;
  readonly bead: Bead | null;
};

/** What became of the beads it waited for. */
export function blockersPart(blockers: readonly Blocker[]): PartText {
  const told = blockers.map(({ id, title, status, bead }) => {
    const reason = bead?.close_reason ?? '';
    const notes = (bead?.notes ?? '').trim();
    return [
      `### ${id}: ${title ?? 'not in this tracker'} (${status ?? 'unknown'})`,
      ...(reason === '' ? [] : [`Closed: ${cut(reason, LONGEST_OUTCOME)}`]),
      ...(notes === '' ? [] : [notes.slice(-LONGEST_OUTCOME)]),
    ].join('\n');
  });
  return {
    about: blockers.map(({ id }) => id).join(', '),
    text: told.length === 0 ? '' : ['## What it depends on', ...told].join('\n\n'),
  };
}

export type EarlierSession = {
  readonly session: Pick<Session, 'title' | 'status' | 'outcome' | 'created_at'>;
  readonly summary: string;
};

/** Earlier sessions on the bead, oldest first. */
export function sessionsPart(earlier: readonly EarlierSession[]): PartText {
  const told = earlier.map(({ session, summary }) => {
    const how = session.outcome ?? session.status;
    return `### ${session.created_at.slice(0, 10)} ${session.title ?? 'A session'} (${how})\n${cut(summary, LONGEST_OUTCOME)}`;
  });
  return {
    about: counted(earlier.length, 'session'),
    text: told.length === 0 ? '' : ['## Earlier sessions on this bead', ...told].join('\n\n'),
  };
}

export function fileText(path: string, text: string): string {
  return `<file path=${JSON.stringify(path)}>\n${text.endsWith('\n') ? text : `${text}\n`}</file>`;
}
