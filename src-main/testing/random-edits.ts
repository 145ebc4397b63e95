import { type BeadPatch, NewBead } from '@domain/bead/change';
import type { Bead } from '@domain/bead/record';
import type { BeadTracker } from '../ports/bead-tracker';
import { accepted } from './bead-tracker-conformance';

/** A small generator of its own, so that a failing run can be repeated. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}
export type Random = ReturnType<typeof randomFrom>;

const TEXTS = [
  'plain',
  'a < b & c > d',
  'line\nbreak',
  'Ünïcödé 👩‍💻 \u2028',
  '"quoted" \\ back',
  '$(cmd) --flag',
  'x'.repeat(3000),
];

/** Each another one: bd 0.4x takes two new beads that say the same for one. */
function randomTitle(random: Random): string {
  return `${random.pick(TEXTS).slice(0, 100)} ${random.below(1_000_000_000)}`;
}

function randomPatch(random: Random): BeadPatch {
  return random.pick<BeadPatch>([
    { title: randomTitle(random) },
    { description: random.pick([...TEXTS, null]) },
    { notes: random.pick([...TEXTS, null]), design: random.pick([...TEXTS, null]) },
    { priority: random.below(5), issue_type: random.pick(['bug', 'task', 'feature']) },
    { status: random.pick(['open', 'in_progress', 'blocked', 'deferred', 'in_review', 'closed']) },
    { assignee: random.pick(['ada', 'grace', null]) },
    { labels: random.pick([[], ['x'], ['ux', 'área', 'a11y']]) },
    { estimated_minutes: random.pick([null, 0, 30]), due_at: random.pick([null, '2026-09-01T00:00:00Z']) },
    { metadata: { 'console.a': random.pick([null, 1, 'text', { deep: [1] }]) } },
  ]);
}

/** One edit; the id whose line may change, or null for a new line. A refusal changes nothing. */
export async function randomEdit(
  tracker: BeadTracker,
  beads: readonly Bead[],
  random: Random,
): Promise<string | null> {
  const { id } = random.pick(beads);
  const other = random.pick(beads).id;
  const actor = random.pick(['ada', 'grace']);
  switch (random.below(9)) {
    case 0:
      await tracker.close({ id, reason: random.pick(TEXTS), session: null, force: true, actor });
      return id;
    case 1:
      await tracker.reopen(id, actor);
      return id;
    case 2:
      await tracker.comment(id, random.pick(TEXTS), actor);
      return id;
    case 3:
      await tracker.addDependency(
        { id, depends_on: other, type: random.pick(['blocks', 'related', 'parent-child']) },
        actor,
      );
      return id;
    case 4: {
      const edge = beads.find((bead) => bead.id === id)?.dependencies?.[0];
      if (edge !== undefined) await tracker.removeDependency(id, edge.depends_on_id, actor);
      return id;
    }
    case 5:
      await tracker.claim({ id, actor, marker: `m${random.below(1000)}` });
      return id;
    case 6:
      if (random.below(4) > 0) return id;
      accepted(await tracker.create(NewBead.parse({ title: randomTitle(random), labels: ['new'] }), actor));
      return null;
    default:
      await tracker.update({ id, patch: randomPatch(random), expected: {}, actor });
      return id;
  }
}
