import type { BoardCard } from '@domain/bead/board';

/** What a screen reader says of a card. */
export function cardName(card: BoardCard, columnTitle: string, age: string): string {
  const { bead } = card;
  const parts = [
    bead.id,
    bead.issue_type,
    `priority ${bead.priority}`,
    bead.title,
    columnTitle,
    waitsFor(card),
    card.blocks === 0 ? null : `blocks ${card.blocks}`,
    card.commentCount === 0 ? null : commentWords(card.commentCount),
    card.epic === null ? null : `in ${card.epic.title}`,
    bead.assignee === undefined ? null : `assigned to ${bead.assignee}`,
    `updated ${age}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

export function commentWords(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`;
}

export function waitsFor(card: BoardCard): string | null {
  const [first, ...others] = card.blockedBy;
  if (first === undefined) return card.inheritedFrom === null ? null : `waits with ${card.inheritedFrom}`;
  return others.length === 0 ? `waits for ${first}` : `waits for ${first} and ${others.length} more`;
}
