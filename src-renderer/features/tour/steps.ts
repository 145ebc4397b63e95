/** `target` is what the step is about; where it is not on the screen the words stand alone. */
export type Step = {
  readonly title: string;
  readonly text: string;
  readonly target: string;
  readonly view?: string;
  /** The action whose key is shown. */
  readonly action?: string;
};

export const STEPS: readonly Step[] = [
  {
    title: 'The board',
    text: 'Every bead of the project. What is ready can be started: the play sign claims it, makes a branch and starts Claude on it.',
    target: '[data-region=view]',
    view: 'board',
  },
  {
    title: 'Sessions',
    text: 'Each piece of work with Claude is a session. The one that needs an answer stands on top, in amber. Paused ones wait for days and lose nothing.',
    target: '[data-region=sidebar]',
  },
  {
    title: 'Search or run',
    text: 'Beads, sessions, history and every command, by a few letters of their name.',
    target: '[data-region=sidebar] button[data-find]',
    action: 'palette.open',
  },
  {
    title: 'History',
    text: 'Every session of this computer, also those of a plain terminal: searchable, with its cost, kept after Claude deletes its own file.',
    target: 'a[href="#/history"]',
    action: 'view.history',
  },
  {
    title: 'Keys and settings',
    text: 'Everything has a key, and every key can be changed. This tour does not come back by itself; the settings have it.',
    target: 'a[href="#/settings"]',
    action: 'keys.show',
  },
];
