import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seattle } from '../src/stations.js';
import { heightAt, noonOf, tideTable } from '../src/tide-table.js';

test('a day in summer', () => {
  const [today] = tideTable(seattle, ['2026-07-14']);
  assert.equal(today.height, heightAt(seattle, noonOf('2026-07-14', -7)));
});

test('noon is noon on both sides of the clock change', () => {
  const [before, after] = tideTable(seattle, ['2026-10-31', '2026-11-01']);
  assert.equal(before.height, heightAt(seattle, noonOf('2026-10-31', -7)));
  assert.equal(after.height, heightAt(seattle, noonOf('2026-11-01', -8)));
});
