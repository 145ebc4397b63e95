import { RULES_1X } from '@domain/bead/tracker-info';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bead } from '../testing/beads';
import { createAppServer, renderApp, tidewater } from '../testing/render-app';
import { features } from './features';
import { type Action, chordFor, type ShellKind } from './keymap/action';
import { useActionStore } from './keymap/action-store';
import { parseChord } from './keymap/chord.logic';
import { clashing, isKeptByBrowser } from './keymap/keys.logic';
import { FIRST_LAYOUT } from './state/layout';

const patience = { timeout: 20_000 };
const at = '2026-11-16T10:00:00Z';
const session = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  chain_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  owner: 'console',
  status: 'draft',
  title: 'Drift',
  cwd: '/p',
  prompt: '',
  tags: [],
  files_touched: [],
  commits: [],
  created_at: at,
  updated_at: at,
};
const SHELLS: readonly ShellKind[] = ['electron', 'serve'];
const only = (keep: (action: Action) => boolean) =>
  [...useActionStore.getState().known.values()].filter(keep).map(({ id }) => id);

function openEverything() {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  const access = { mode: 'read-write' };
  const capabilities = { metadata: true, history: false, journal: false, custom_status_category: true };
  const info = {
    generation: 'jsonl',
    version: null,
    beads_dir: '/x',
    rules: RULES_1X,
    access,
    capabilities,
  };
  server.snapshot('beads.watch', {
    tracker: { type: 'open', info },
    is_trusted: true,
    health: { state: 'ok', since: at, error: null, last_read_at: null },
    statuses: [],
    beads: [bead('tide-1')],
    odd_lines: [],
  });
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [] });
  const panel = { id: 'session', argument: session.id };
  server.on('layout.read', () => ({
    ok: true,
    value: { ...FIRST_LAYOUT, panel, is_panel_collapsed: false },
  }));
  renderApp(server, features);
}

/** One walk through every view with actions of its own, with a session in the panel; what was there is remembered. */
describe('every action', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    // Without a browser nothing scrolls, which the board's lists remark on.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    openEverything();
    const isKnown = (id: string) => () => expect(only((action) => action.id === id)).toEqual([id]);
    await waitFor(isKnown('board.start'), patience);
    await waitFor(isKnown('sessions.pause'), patience);
    for (const [view, id] of [
      ['history', 'history.search'],
      ['settings', 'settings.undo'],
    ] as const) {
      act(() => {
        window.location.hash = `#/${view}`;
      });
      await waitFor(isKnown(id), patience);
    }
    await screen.findByRole('heading', { name: 'Settings', level: 1 }, patience);
  }, 90_000);

  it('is one of those the walk has to meet', () => {
    expect(only(() => true).length).toBeGreaterThan(45);
  });

  it('has a name of its own', () => {
    const names = [...useActionStore.getState().known.values()].map(({ name }) => name);
    expect(names.filter((name, place) => name.trim() === '' || names.indexOf(name) !== place)).toEqual([]);
  });

  it('has a line in the palette, unless it only moves the focus', () => {
    expect(only((action) => action.isMove === true).toSorted()).toEqual([
      ...['board.down', 'board.down-letter', 'board.left', 'board.left-letter'],
      ...['board.right', 'board.right-letter', 'board.up', 'board.up-letter'],
      ...['palette.open', 'panel.back', 'region.next', 'region.previous'],
    ]);
  });

  it.each(SHELLS)('has keys that no other one has, and that reach it (%s)', (shell) => {
    const known = [...useActionStore.getState().known.values()];
    const keymap = { remapped: {}, shell };
    const problems = known.flatMap((action) => {
      const chord = chordFor(action, shell);
      const twins = clashing(known, keymap, action.id, chord).map(({ id }) => `has the keys of ${id}`);
      const isWrong = parseChord(chord) === null || isKeptByBrowser(chord, shell);
      return [...twins, ...(isWrong ? [`${chord} does not reach it`] : [])].map(
        (why) => `${action.id} ${why}`,
      );
    });
    expect(problems).toEqual([]);
  });
});
