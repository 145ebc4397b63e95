import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBeadsFile } from '@domain/bead/read-beads-file';
import { type Bead, isTombstone } from '@domain/bead/record';
import { describe, expect, it } from 'vitest';
import { accepted } from '../../testing/bead-tracker-conformance';
import { openJsonl } from '../../testing/jsonl-project';
import { createManualClock } from '../../testing/manual-clock';
import { randomEdit, randomFrom } from '../../testing/random-edits';
import { findRealBd, initRealBd, type RealBd, runRealBd } from '../../testing/real-bd';
import { tempDir } from '../../testing/temp-dir';

const FIXTURES = fileURLToPath(new URL('../../../src-shared/domain/bead/testdata/fixtures', import.meta.url));
const EDITS = 1_000;

type Importer = {
  readonly name: string;
  readonly range: { readonly from: string; readonly below: string };
  readonly isOld: boolean;
  /** What this version does not keep, or keeps where no file or list of its shows it. */
  readonly dropped: readonly string[];
};
const UNKNOWN = [
  '_type',
  'future_flag',
  'x_console',
  'heartbeat_at',
  'lease_expires_at',
  'dependency_count',
  'dependent_count',
];
const OLD: Importer = {
  name: 'bd 0.4x',
  range: { from: '0.47.0', below: '0.50.0' },
  isOld: true,
  dropped: [...UNKNOWN, ...['metadata', 'content_hash', 'source_repo', 'wisp', 'closed_by_session']],
};
const NEW: Importer = {
  name: 'bd 1.x',
  range: { from: '1.0.0', below: '2.0.0' },
  isOld: false,
  dropped: UNKNOWN,
};

/** Edits a copy of the fixture and answers with its file. */
async function edited(name: string): Promise<{ file: string; touched: number }> {
  const folder = tempDir('import');
  cpSync(join(FIXTURES, name), folder, { recursive: true });
  const clock = createManualClock('2026-06-01T12:00:00.000Z');
  const tracker = openJsonl(join(folder, '.beads'), { clock });
  const random = randomFrom(name.length * 104_729);
  const touched = new Set<string>();
  for (let edit = 0; edit < EDITS; edit += 1) {
    clock.turn(1_700);
    const { beads } = accepted(await tracker.list());
    const id = await randomEdit(
      tracker,
      beads.filter((bead) => !isTombstone(bead)),
      random,
    );
    if (id !== null) touched.add(id);
  }
  tracker.dispose();
  return { file: join(folder, '.beads', 'issues.jsonl'), touched: touched.size };
}

/** The records alone: bd refuses a whole file for one damaged line, and the damage of the fixtures stays. */
function recordsOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const { lines: numbers } = readBeadsFile(lines.join('\n'));
  const wanted = numbers.toSorted((a, b) => a - b).map((number) => lines[number - 1] ?? '');
  return wanted.map((line) => `${line.replace(/^\uFEFF/, '').replace(/\r$/, '')}\n`).join('');
}

/** What must be equal on both sides: times as instants, lists without their order, and none of what is not kept. */
function comparable(bead: Bead, { isOld, dropped }: Importer): Record<string, unknown> {
  const instant = (time: string) => new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString();
  const { comments = [], dependencies = [], ...plain } = bead;
  const fields = Object.entries(plain)
    .filter(([name, value]) => !dropped.includes(name) && value !== '' && value !== undefined)
    .map(([name, value]) => [
      name,
      /_(at|until)$/.test(name) && typeof value === 'string' ? instant(value) : value,
    ]);
  const said = comments.map(({ author, text, created_at }) => `${instant(created_at)} ${author}: ${text}`);
  const edges = dependencies.map((edge) => `${edge.type} ${edge.depends_on_id}`);
  return {
    ...Object.fromEntries(fields),
    // 0.47 makes work that was pinned `hooked` on the way in.
    status: isOld && bead.status === 'pinned' ? 'hooked' : bead.status,
    comments: said.sort(),
    dependencies: edges.sort(),
  };
}

function openTracker(bd: RealBd, { isOld }: Importer, prefix: string) {
  const folder = tempDir('imported');
  initRealBd(bd, folder, prefix);
  const run = (...args: string[]) => runRealBd(bd, folder, ...args);
  run('config', 'set', 'status.custom', isOld ? 'in_review' : 'in_review:wip');
  run('config', 'set', 'types.custom', 'research,gate,message');
  const file = join(folder, 'ours.txt');
  return {
    take(text: string) {
      writeFileSync(file, text);
      run('import', ...(isOld ? ['-i', file] : [file]));
    },
    beads(): readonly Bead[] {
      if (!isOld) return readBeadsFile(run('export', '--all')).beads;
      // `bd export` of this generation leaves comments out, and its file the two dates that `show` has.
      run('sync', '--flush-only');
      const { beads } = readBeadsFile(readFileSync(join(folder, '.beads', 'issues.jsonl'), 'utf8'));
      const shown = JSON.parse(run('show', '--json', ...beads.map(({ id }) => id))) as Bead[];
      const dates = new Map(shown.map(({ id, due_at, defer_until }) => [id, { due_at, defer_until }]));
      return beads.map((bead) => ({ ...bead, ...dates.get(bead.id) }) as Bead);
    },
  };
}

describe.each([
  { name: 'small', prefix: 'acme', importer: OLD },
  { name: 'medium', prefix: 'shop', importer: NEW },
  { name: 'edge', prefix: 'edge', importer: NEW },
])('$name after 1,000 edits', ({ name, prefix, importer }) => {
  const bd = findRealBd(importer.range);
  if (bd === null)
    console.info(`skipped: no ${importer.name} on this machine (tools/install-bd.mjs builds one)`);
  // Needs that bd; tools/install-bd.mjs builds it where Go is.
  it.skipIf(bd === null)(`a real ${importer.name} imports it and exports what we wrote`, async () => {
    if (bd === null) return;
    const { file, touched } = await edited(name);
    const ours = recordsOf(file);
    const tracker = openTracker(bd, importer, prefix);
    tracker.take(ours);
    const byId = (beads: readonly Bead[]) =>
      Object.fromEntries(
        beads.filter((bead) => !isTombstone(bead)).map((bead) => [bead.id, comparable(bead, importer)]),
      );
    expect(byId(tracker.beads())).toEqual(byId(readBeadsFile(ours).beads));
    expect(touched).toBeGreaterThan(20);
  });
});
