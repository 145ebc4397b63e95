import type { BeadNode } from './bead-graph';
import { isRawRecord } from './read-bead';
import type { BeadDependency } from './record';

/** When one edge holds its bead, per generation (docs/adr/0021-ready-rules.md). */

const BLOCKING_04X: ReadonlySet<string> = new Set(['open', 'in_progress', 'blocked', 'deferred', 'hooked']);
const UNDECIDED_04X: ReadonlySet<string> = new Set(['open', 'in_progress', 'blocked', 'deferred']);
const FAILURE_WORDS = [
  'failed',
  'rejected',
  'wontfix',
  "won't fix",
  'canceled',
  'cancelled',
  'abandoned',
  'blocked',
  'error',
  'timeout',
  'aborted',
];

/**
 * 1.x: whatever is neither closed nor pinned is alive; custom statuses of category `done` too. It has no tombstones: its
 * import leaves them out, so they hold nobody.
 */
export function blocksUnder1x({ status }: BeadNode): boolean {
  return status !== 'closed' && status !== 'pinned' && status !== 'tombstone';
}

/** 0.4x: a custom status does not hold anybody. */
export function blocksUnder04x(target: BeadNode): boolean {
  return BLOCKING_04X.has(target.status);
}

/** 0.4x: "run only if the target failed" holds until it failed, and for ever when it succeeded. */
export function conditionHolds04x(target: BeadNode): boolean {
  if (UNDECIDED_04X.has(target.status)) return true;
  if (target.status !== 'closed') return false;
  const reason = (target.bead.close_reason ?? '').toLowerCase();
  return !FAILURE_WORDS.some((word) => reason.includes(word));
}

export type Gate = { readonly any: boolean; readonly spawner: string | undefined };

export function gateOf(edge: BeadDependency): Gate {
  try {
    const metadata: unknown = JSON.parse(edge.metadata || '{}');
    if (!isRawRecord(metadata)) return { any: false, spawner: undefined };
    const spawner = metadata['spawner_id'];
    return {
      any: metadata['gate'] === 'any-children',
      spawner: typeof spawner === 'string' && spawner !== '' ? spawner : undefined,
    };
  } catch {
    return { any: false, spawner: undefined };
  }
}

export function isWaiting1x(children: readonly BeadNode[], gate: Gate): boolean {
  if (gate.any && children.some((child) => child.status === 'closed')) return false;
  return children.some(blocksUnder1x);
}

export function isWaiting04x(children: readonly BeadNode[], gate: Gate): boolean {
  const isDone = (child: BeadNode) => child.status === 'closed' || child.status === 'tombstone';
  return gate.any ? !children.some(isDone) : !children.every(isDone);
}
