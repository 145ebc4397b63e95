import { RULES_1X } from '@domain/bead/tracker-info';
import type { Figures } from '@domain/history/figures';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bead } from '../testing/beads';
import { historySession, serveHistory, serveTranscript } from '../testing/histories';
import { createAppServer, renderApp, tidewater } from '../testing/render-app';
import { features } from './features';
import { type Action, chordFor, type ShellKind } from './keymap/action';
import { useActionStore } from './keymap/action-store';
import { parseChord } from './keymap/chord.logic';
import { clashing, isKeptByBrowser } from './keymap/keys.logic';
import { FIRST_LAYOUT, openPanel } from './state/layout';

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
const TRANSCRIPT = '11111111-aaaa-4aaa-8aaa-000000000001';
const row = {
  ...{ key: null, sessions: 1, messages: 2, tokens_in: 1000, tokens_out: 0, cache_read_tokens: 0 },
  ...{ cache_write_tokens: 0, cache_write_5m_tokens: 0, cache_write_1h_tokens: 0, total_tokens: 1000 },
  ...{ cost_micro_usd: 1_000_000, unpriced_tokens: 0 },
};
const figures: Figures = {
  today: '2026-11-16',
  first_day: null,
  ...{ total: row, days: [{ ...row, key: '2026-11-16' }], day_models: [], models: [row], beads: [row] },
  ...{ agents: [row], projects: [row], prices_as_of: '2026-11-01' },
  active: { sessions: 1, total_ms: 60_000, longest_ms: 60_000, longest_id: null },
  claude: { sessions: 0, claude_micro_usd: 0, ours_micro_usd: 0 },
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
  const path = { transcript_path: '/home/ada/.claude/t.jsonl' };
  serveHistory(server, () => [historySession(TRANSCRIPT, path)]);
  serveTranscript(server, TRANSCRIPT, ['Look at the island']);
  const lists = { folders: [], beads: ['tide-1'], agents: [], tags: [], models: [] };
  server.on('history.values', () => ({ ok: true, value: { ...lists, projects: ['/p', tidewater.path] } }));
  server.on('history.figures', () => ({ ok: true, value: figures }));
  const panel = { id: 'session', argument: session.id };
  server.on('layout.read', () => ({
    ok: true,
    value: { ...FIRST_LAYOUT, panel, is_panel_collapsed: false },
  }));
  renderApp(server, features);
}

/** Every line of every menu that is on the screen, told by what it stands for; a choice stands for the button it opens from. */
async function linesOfMenus(): Promise<readonly string[]> {
  const found: string[] = [];
  const triggers = [...document.querySelectorAll<HTMLElement>('button[aria-haspopup=menu]')];
  for (const trigger of triggers) {
    fireEvent.click(trigger, { detail: 0 });
    const menu = await screen.findByRole('menu', {}, patience);
    for (const line of menu.querySelectorAll<HTMLElement>('[role=menuitem]')) {
      const id = line.dataset['action'] ?? trigger.dataset['action'];
      const isKnown = id !== undefined && useActionStore.getState().known.has(id);
      found.push(isKnown ? id : `${trigger.textContent || trigger.ariaLabel}: ${line.textContent}`);
    }
    fireEvent.keyDown(menu, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), patience);
  }
  return found;
}

const inMenus = new Set<string>();
/** What a window knows in which nothing was opened yet: not even a project. */
let atStart: ReadonlySet<string> = new Set();

/** One walk through every view with actions of its own, with a session in the panel; what was there is remembered. */
describe('every action', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    // Without a browser nothing scrolls, which the board's lists remark on.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const empty = renderApp(createAppServer(), features);
    const always = ['palette.open', 'permission.allow', 'project.open', 'sessions.next-needing'];
    await waitFor(() => expect(only(({ id }) => always.includes(id))).toHaveLength(4), patience);
    atStart = new Set(only(() => true));
    empty.unmount();
    openEverything();
    const isKnown = (id: string) => () => expect(only((action) => action.id === id)).toEqual([id]);
    await waitFor(isKnown('board.start'), patience);
    await waitFor(isKnown('sessions.pause'), patience);
    const look = async () => {
      for (const line of await linesOfMenus()) inMenus.add(line);
    };
    await screen.findByRole('button', { name: 'More for Drift' }, patience);
    await look();
    act(() => openPanel({ id: 'bead', argument: 'tide-1' }));
    await waitFor(isKnown('beads.claim'), patience);
    for (const [view, id, name] of [
      [`history//${TRANSCRIPT}`, 'history.export', 'More about this session'],
      ['dashboard', 'dashboard.save-csv', 'Another project'],
      ['settings', 'settings.undo', null],
    ] as const) {
      act(() => {
        window.location.hash = `#/${view}`;
      });
      await waitFor(isKnown(id), patience);
      if (name !== null) await screen.findByRole('button', { name }, patience);
      await look();
    }
    await screen.findByRole('heading', { name: 'Settings', level: 1 }, patience);
  }, 90_000);

  it('is one of those the walk has to meet', () => {
    expect(only(() => true).length).toBeGreaterThan(120);
  });

  it('stands behind every line of a menu, or opens the menu it is in', () => {
    const known = useActionStore.getState().known;
    expect([...inMenus].filter((line) => !known.has(line))).toEqual([]);
    expect([...inMenus]).toEqual(
      expect.arrayContaining([
        ...['sessions.export-md', 'sessions.copy-md', 'sessions.delete', 'board.sort', 'board.columns'],
        ...['beads.copy-id', 'history.link', 'history.trash', 'dashboard.save-csv', 'project.close'],
      ]),
    );
  });

  it('can be given other keys before its view was ever opened, by the name and the keys it has there', async () => {
    expect([...atStart].filter((id) => id.startsWith('dashboard.') || id.startsWith('history.next'))).toEqual(
      [],
    );
    const declared = new Map(
      (await useActionStore.getState().fetchDeclared()).map((each) => [each.id, each]),
    );
    const missing = only(({ id }) => !atStart.has(id) && id !== 'settings.undo' && !declared.has(id));
    expect(missing).toEqual([]);
    const { known } = useActionStore.getState();
    for (const [id, { run: _run, isAvailable: _isAvailable, ...action }] of known) {
      // It is called by what the session that is shown needs: here a draft.
      const { name } = id === 'sessions.resume' ? { name: 'Resume this session…' } : action;
      if (declared.has(id)) expect(declared.get(id)).toMatchObject({ ...action, name });
    }
    expect([...declared.keys()].filter((id) => !known.has(id))).toEqual([]);
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

  it.each([
    ['sessions.place-1', 'mod+1', 'alt+1'],
    ['sessions.place-9', 'mod+9', 'alt+9'],
    ['sessions.tab-previous', 'mod+shift+[', 'alt+['],
    ['sessions.tab-next', 'mod+shift+]', 'alt+]'],
    ['sessions.new', 'mod+shift+n', 'alt+n'],
    ['board.carry-up', 'shift+arrowup', 'shift+arrowup'],
    ['board.carry-down-letter', 'shift+j', 'shift+j'],
    ['permission.allow', 'y', 'y'],
    ['permission.always', 'a', 'a'],
    ['permission.deny', 'n', 'n'],
  ])('is where the guide promises it: %s', (id, electron, serve) => {
    const action = useActionStore.getState().known.get(id);
    expect(action && SHELLS.map((shell) => chordFor(action, shell))).toEqual([electron, serve]);
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
