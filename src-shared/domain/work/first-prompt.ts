import type { Bead } from '@domain/bead/record';

/** Until a person writes their own. What the bead says in full goes along as a part of the context pack. */
export function firstPrompt(bead: Pick<Bead, 'id' | 'title' | 'acceptance_criteria'>): string {
  const hasCriteria = (bead.acceptance_criteria ?? '').trim() !== '';
  const goal = hasCriteria
    ? 'Read what the bead says, do the work, and check it against its acceptance criteria.'
    : 'Read what the bead says, do the work, and check it.';
  return `You are working on ${bead.id}: ${oneLine(bead.title)}\n\n${goal} Say when it is ready for review.`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
