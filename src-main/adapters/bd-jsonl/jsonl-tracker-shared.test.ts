import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TrackerInfo } from '@domain/bead/tracker-info';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { draft, id, jsonlProject, LINE, openJsonl } from '../../testing/jsonl-project';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';

describe('a file that is only read', () => {
  const access: TrackerInfo['access'] = {
    mode: 'read-only',
    reason: 'tracker-missing',
    install_command: 'npm install -g @beads/bd',
    data_as_of: null,
  };
  it('shows the export of a Dolt project and refuses every write with the reason', async () => {
    const { beadsDir, text } = jsonlProject(LINE('a-1'));
    const tracker = openJsonl(beadsDir, { generation: 'dolt-1x', access });
    expect(accepted(await tracker.list()).beads).toHaveLength(1);
    expect(accepted(await tracker.info())).toMatchObject({ generation: 'dolt-1x', access });
    const writes = [
      tracker.create(draft({ title: 'x' }), 'ada'),
      tracker.comment(id('a-1'), 'x', 'ada'),
      tracker.claim({ id: id('a-1'), actor: 'ada', marker: 'm' }),
      tracker.configureStatus('qa', 'wip'),
    ];
    for (const write of writes)
      expect(refusal<unknown>(await write)).toEqual({
        code: 'tracker-read-only',
        reason: 'tracker-missing',
        install_command: 'npm install -g @beads/bd',
      });
    expect(text()).toBe(LINE('a-1'));
    expect(readdirSync(beadsDir)).toEqual(['issues.jsonl']);
  });

  it('says that the program is missing when there is no export', async () => {
    const tracker = openJsonl(tempDir('empty'), { generation: 'dolt-1x', access });
    expect(refusal(await tracker.list())).toEqual({
      code: 'tracker-missing',
      program: 'bd',
      install_command: 'npm install -g @beads/bd',
    });
  });

  it('never follows a link out of the project', async () => {
    const folder = tempDir('link');
    writeFileSync(join(folder, 'secret'), LINE('a-1'));
    mkdirSync(join(folder, '.beads'));
    symlinkSync(join(folder, 'secret'), join(folder, '.beads', 'issues.jsonl'));
    const tracker = openJsonl(join(folder, '.beads'));
    onTestFinished(() => tracker.dispose());
    expect(refusal(await tracker.list()).code).toBe('tracker-unreadable');
    expect(refusal(await tracker.create(draft({ title: 'x' }), 'ada')).code).toBe('tracker-unreadable');
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(LINE('a-1'));
  });
});

describe('two trackers on one file', () => {
  it('J1 of edits on one old view one wins, the other sees it', async () => {
    const { tracker, beadsDir } = jsonlProject(LINE('a-1'));
    const other = openJsonl(beadsDir);
    onTestFinished(() => other.dispose());
    const update = (from: typeof tracker, title: string) =>
      from.update({ id: id('a-1'), patch: { title }, expected: { title: 'a-1' }, actor: 'ada' });
    const results = await Promise.all([
      update(tracker, 'one'),
      update(other, 'two'),
      update(tracker, 'three'),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.flatMap((result) => (result.ok ? [] : [result.error.code]))).toEqual([
      'bead-conflict',
      'bead-conflict',
    ]);
  });

  it('J1 of eight claims one wins', async () => {
    const { tracker, beadsDir } = jsonlProject(LINE('a-1'));
    const other = openJsonl(beadsDir);
    onTestFinished(() => other.dispose());
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? tracker : other).claim({ id: id('a-1'), actor: 'ada', marker: `m${index}` }),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
  });

  it('no edit is lost when both write at once', async () => {
    const { tracker, beadsDir } = jsonlProject(LINE('a-1'));
    const other = openJsonl(beadsDir);
    onTestFinished(() => other.dispose());
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? tracker : other).comment(id('a-1'), `c${index}`, 'ada'),
      ),
    );
    expect(accepted(await tracker.show(id('a-1'))).comments).toHaveLength(20);
  });
});

describe('watching', () => {
  it('tells of an editor, of git and of config.yaml', async () => {
    const { tracker, beadsDir } = jsonlProject(`${LINE('a-1')}\n`);
    let changes = 0;
    const stop = tracker.watch(() => {
      changes += 1;
    });
    onTestFinished(stop);
    const seen = async (count: number) =>
      vi.waitFor(() => expect(changes).toBeGreaterThanOrEqual(count), { timeout: 20_000, interval: 20 });
    accepted(await tracker.comment(id('a-1'), 'own', 'ada'));
    appendFileSync(join(beadsDir, 'issues.jsonl'), `${LINE('a-2')}\n`);
    await seen(1);
    expect(accepted(await tracker.list()).beads.map((bead) => bead.id)).toEqual(['a-1', 'a-2']);
    const replaced = changes;
    // As git and bd do it: another file takes the name.
    writeFileSync(join(beadsDir, '.~other'), `${LINE('a-3')}\n`);
    renameSync(join(beadsDir, '.~other'), join(beadsDir, 'issues.jsonl'));
    await seen(replaced + 1);
    expect(accepted(await tracker.list()).beads.map((bead) => bead.id)).toEqual(['a-3']);
    const before = changes;
    writeFileSync(join(beadsDir, 'config.yaml'), 'status.custom: "qa"\n');
    await seen(before + 1);
  });

  it('its own writes are no news, and after the stop nothing is', async () => {
    const { beadsDir } = jsonlProject(`${LINE('a-1')}\n`);
    const timers = createManualTimers();
    const tracker = openJsonl(beadsDir, { timers });
    onTestFinished(() => tracker.dispose());
    let changes = 0;
    const stop = tracker.watch(() => {
      changes += 1;
    });
    accepted(await tracker.comment(id('a-1'), 'own', 'ada'));
    timers.turn(5_000);
    expect(changes).toBe(0);
    appendFileSync(join(beadsDir, 'issues.jsonl'), `${LINE('a-2')}\n`);
    timers.turn(5_000);
    expect(changes).toBe(1);
    stop();
    expect(timers.waiting()).toBe(0);
  });

  it('keeps the beads of untouched lines the same objects', async () => {
    const { tracker, beadsDir } = jsonlProject([LINE('a-1'), LINE('a-2'), LINE('a-3')].join('\n'));
    const before = accepted(await tracker.list()).beads;
    writeFileSync(
      join(beadsDir, 'issues.jsonl'),
      [LINE('a-1'), LINE('a-2', ',"notes":"x"'), LINE('a-3')].join('\n'),
    );
    const after = accepted(await tracker.list()).beads;
    expect(after.map((bead, index) => bead === before[index])).toEqual([true, false, true]);
  });
});
