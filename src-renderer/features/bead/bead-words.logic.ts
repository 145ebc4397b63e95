import { type BlockReason, blockChain } from '@domain/bead/readiness';

const WORDS: Readonly<Record<string, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  deferred: 'Deferred',
  closed: 'Closed',
  pinned: 'Pinned',
  hooked: 'Hooked',
};

/** `in_progress` as a person writes it; a tracker's own status is only freed of its underscores. */
export function statusWord(status: string): string {
  return WORDS[status] ?? capital(status.replaceAll(/[_-]+/g, ' '));
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const EDGE_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  blocks: ['waits for', 'holds up'],
  'conditional-blocks': ['waits for a failure of', 'goes on if this fails'],
  'waits-for': ['waits for the children of', 'waits for the children of this'],
  related: ['is related to', 'is related to'],
  'discovered-from': ['was found while working on', 'was found while working on this'],
};

/** How this bead stands to the other end: first seen from the dependent, then from what it depends on. */
export function edgeWords(type: string, direction: 'out' | 'in'): string {
  const words = EDGE_WORDS[type];
  if (words !== undefined) return words[direction === 'out' ? 0 : 1];
  return type.replaceAll('-', ' ');
}

/** What a bead waits for; one that only inherits the wait is told what holds the parent too. */
export function blockWords(blocked: ReadonlyMap<string, BlockReason>, id: string): string {
  const { through, blocked_by } = blockChain(blocked, id);
  const by = blocked_by.join(', ');
  const parent = through.at(-1);
  if (parent === undefined) return `Waits for ${by}.`;
  return by === ''
    ? `Waits with its parent ${parent}.`
    : `Waits with its parent ${parent}, which waits for ${by}.`;
}
