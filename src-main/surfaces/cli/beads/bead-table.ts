import type { Bead } from '@domain/bead/record';
import type { BeadDetails, BeadLink, BlockedBead } from '@domain/tracker-state';
import type { CliFrame } from '../frame';
import type { Colour } from '../paint';
import { plainText } from '../plain-text';
import type { Column } from '../table';

const COLOURS: Readonly<Record<string, Colour>> = {
  in_progress: 'yellow',
  in_review: 'blue',
  blocked: 'red',
  closed: 'green',
};

const columns: readonly Column<Bead>[] = [
  { title: 'ID', value: (bead) => bead.id, colour: () => 'bold' },
  { title: 'P', value: (bead) => String(bead.priority) },
  { title: 'TYPE', value: (bead) => bead.issue_type, maxWidth: 14 },
  {
    title: 'STATUS',
    value: (bead) => bead.status,
    colour: (bead) => COLOURS[bead.status] ?? null,
    maxWidth: 16,
  },
  { title: 'ASSIGNEE', value: (bead) => bead.assignee ?? '', maxWidth: 20 },
  { title: 'TITLE', value: (bead) => bead.title },
];

export function sayBeads(frame: CliFrame, beads: readonly Bead[], total: number): void {
  if (beads.length === 0) frame.say('No beads.');
  else frame.sayTable(beads, columns);
  if (total > beads.length) frame.say(frame.paint('dim', `${beads.length} of ${total}`));
}

export function sayBlocked(frame: CliFrame, beads: readonly BlockedBead[], total: number): void {
  if (beads.length === 0) frame.say('No beads.');
  else {
    const because: Column<BlockedBead> = { title: 'BLOCKED BY', value: reasonOf, maxWidth: 40 };
    frame.sayTable<BlockedBead>(beads, [...columns.slice(0, 4), because, ...columns.slice(5)]);
  }
  if (total > beads.length) frame.say(frame.paint('dim', `${beads.length} of ${total}`));
}

function reasonOf({ blocked_by, inherited_from }: BlockedBead): string {
  if (blocked_by.length > 0) return blocked_by.join(' ');
  return inherited_from === null ? 'set by hand' : `parent ${inherited_from}`;
}

export function sayBead(frame: CliFrame, bead: Bead): void {
  const facts = [bead.issue_type, `P${bead.priority}`, bead.status, bead.assignee ?? ''];
  frame.say(`${frame.paint('bold', bead.id)}  ${plainText(bead.title)}`);
  frame.say(
    facts
      .filter((fact) => fact !== '')
      .map(plainText)
      .join('  '),
  );
}

export function sayDetails(frame: CliFrame, details: BeadDetails): void {
  const { bead } = details;
  sayBead(frame, bead);
  if (details.is_stale)
    frame.say(frame.paint('yellow', 'The tracker does not answer; this is what it last said.'));
  if (details.blocked_by.length > 0) frame.say(`Blocked by ${details.blocked_by.join(', ')}`);
  else if (details.inherited_from !== null) frame.say(`Blocked through its parent ${details.inherited_from}`);
  if (bead.labels !== undefined && bead.labels.length > 0)
    frame.say(`Labels: ${plainText(bead.labels.join(', '))}`);
  for (const [title, text] of [
    ['Description', bead.description],
    ['Design', bead.design],
    ['Acceptance criteria', bead.acceptance_criteria],
    ['Notes', bead.notes],
    ['Close reason', bead.close_reason],
  ] as const)
    if (text) sayText(frame, title, text);
  sayLinks(frame, 'Depends on', details.depends_on);
  sayLinks(frame, 'Needed by', details.dependents);
  sayLinks(frame, 'Children', details.children);
  for (const comment of bead.comments ?? [])
    sayText(frame, `${plainText(comment.author)}, ${plainText(comment.created_at)}`, comment.text);
}

/** Line by line, because one line is all that plain text may be. */
function sayText(frame: CliFrame, title: string, text: string): void {
  frame.say(`\n${frame.paint('bold', title)}`);
  for (const line of text.split('\n')) frame.say(plainText(line));
}

function sayLinks(frame: CliFrame, title: string, links: readonly BeadLink[]): void {
  if (links.length === 0) return;
  frame.say(`\n${frame.paint('bold', title)}`);
  for (const { id, type, status, title: name } of links)
    frame.say(plainText(`${id}  ${type}  ${status ?? 'not here'}  ${name ?? ''}`));
}
