import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utf8Length } from '@domain/bead/change';
import { type Bead, isTombstone } from '@domain/bead/record';
import { expect, it } from 'vitest';
import { accepted } from '../../testing/bead-tracker-conformance';
import { openJsonl } from '../../testing/jsonl-project';
import { createManualClock } from '../../testing/manual-clock';
import { randomEdit, randomFrom } from '../../testing/random-edits';
import { tempDir } from '../../testing/temp-dir';

const FIXTURES = fileURLToPath(new URL('../../../src-shared/domain/bead/testdata/fixtures', import.meta.url));
const EDITS = 1_000;

/** What bd checks on import; one violation would cost the whole file. */
function importable(bead: Bead): boolean {
  const statuses = ['open', 'in_progress', 'blocked', 'deferred', 'hooked', 'pinned', 'closed', 'in_review'];
  return (
    utf8Length(bead.title) >= 1 &&
    utf8Length(bead.title) <= 500 &&
    [0, 1, 2, 3, 4].includes(bead.priority) &&
    statuses.includes(bead.status) &&
    (bead.status === 'closed') === (bead.closed_at !== undefined) &&
    (bead.estimated_minutes ?? 0) >= 0 &&
    !Number.isNaN(Date.parse(bead.updated_at)) &&
    Date.parse(bead.updated_at) >= Date.parse(bead.created_at) &&
    new Set(bead.dependencies?.map((edge) => edge.depends_on_id)).size === (bead.dependencies?.length ?? 0)
  );
}

it.each(['small', 'medium', 'edge'])(
  '%s: every untouched line is byte-identical after each of 1,000 edits',
  async (name) => {
    const folder = tempDir('round-trip');
    cpSync(join(FIXTURES, name), folder, { recursive: true });
    const file = join(folder, '.beads', 'issues.jsonl');
    const clock = createManualClock('2026-06-01T12:00:00.000Z');
    const tracker = openJsonl(join(folder, '.beads'), { clock });
    const random = randomFrom(name.length * 7_919);
    const touched = new Set<string>();
    let before = readFileSync(file, 'latin1').split('\n');
    for (let edit = 0; edit < EDITS; edit += 1) {
      clock.turn(700);
      const listing = accepted(await tracker.list());
      const old = new Map(listing.beads.map((bead) => [bead.id as string, bead.updated_at]));
      const id = await randomEdit(
        tracker,
        listing.beads.filter((bead) => !isTombstone(bead)),
        random,
      );
      const after = readFileSync(file, 'latin1').split('\n');
      if (id === null) {
        // In a file without a last newline the old last line gets its line end now.
        const [was = [], is = []] = [before, after].map((lines) =>
          lines.map((line) => line.replace(/\r$/, '')),
        );
        const at = is.findIndex((line, index) => line !== was[index]);
        expect(is.toSpliced(at, 1).join('\n') === was.join('\n')).toBe(true);
      } else {
        const changed = after.flatMap((line, index) => (line === before[index] ? [] : [line]));
        expect(after).toHaveLength(before.length);
        expect(changed.length).toBeLessThanOrEqual(1);
        for (const line of changed) {
          const bead = accepted(await tracker.list()).beads.find((one) => one.id === id);
          expect(line).toContain(`"id":"${id}"`);
          expect(Date.parse(bead?.updated_at ?? '')).toBeGreaterThan(Date.parse(old.get(id) ?? ''));
          touched.add(id);
        }
      }
      before = after;
    }
    const { beads, odd_lines } = accepted(await tracker.list());
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
    const oddBefore = expected.file.oddLines.filter((odd: { why: string }) => odd.why !== 'blank');
    expect(odd_lines).toHaveLength(oddBefore.length);
    expect(beads.filter((bead) => touched.has(bead.id) && !importable(bead))).toEqual([]);
    expect(touched.size).toBeGreaterThan(20);
    tracker.dispose();
  },
);
