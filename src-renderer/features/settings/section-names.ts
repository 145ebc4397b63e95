import type { SectionName } from './section';

/** In the order in which they stand on the page. */
export const SECTION_NAMES = [
  {
    id: 'general',
    name: 'General',
    sentence: 'How prompts are sent, and where these settings are kept.',
    words: 'chat enter tour file',
  },
  {
    id: 'appearance',
    name: 'Appearance',
    sentence: 'Theme, density and text size of every window.',
    words: 'theme dark light density zoom font',
  },
  {
    id: 'claude',
    name: 'Claude',
    sentence: 'Which Claude is started, and with what unless a session says otherwise.',
    words: 'model permission seat path program',
  },
  {
    id: 'sessions',
    name: 'Running sessions',
    sentence: 'How many run at once, and when one is paused or goes on by itself.',
    words: 'limit idle inactivity pause resume',
  },
  {
    id: 'tracker',
    name: 'Tracker',
    sentence: 'Where the beads of this project are kept, and how the board shows them.',
    words: 'bd beads columns board',
  },
  {
    id: 'git',
    name: 'Git and starting work',
    sentence:
      'Where branches are checked out, how much Claude is told at the start, and what a commit tells.',
    words: 'worktree branch context pack commit notes',
  },
  {
    id: 'privacy',
    name: 'Privacy',
    sentence: 'What is written down of each tool, and what is kept of Claude’s transcripts.',
    words: 'secrets redaction tiers archive retention history',
  },
  {
    id: 'notices',
    name: 'Notices',
    sentence: 'What you are told, and whether the system tells you too. Nothing makes a sound.',
    words: 'notifications quiet hours',
  },
  {
    id: 'budget',
    name: 'Budget',
    sentence: 'An amount to be told about at 80 and 100 percent. Nothing is ever held back.',
    words: 'cost money limit',
  },
  {
    id: 'prices',
    name: 'Prices',
    sentence: 'What a million tokens cost. A price of your own comes before the shipped one.',
    words: 'cost tokens model',
  },
  {
    id: 'keys',
    name: 'Keys',
    sentence:
      'Every action has a key, or can have one. Press ? anywhere to see those of the place you are in.',
    words: 'shortcuts keyboard remap',
  },
  {
    id: 'storage',
    name: 'Storage',
    sentence: 'What is kept, how much of it there is, and where.',
    words: 'disk space clean up archive logs',
  },
  {
    id: 'integrations',
    name: 'Integrations',
    sentence: 'Sessions begun in a plain terminal, Claude’s own way in, and tokens for scripts.',
    words: 'hooks mcp rest api tokens',
  },
  {
    id: 'about',
    name: 'About',
    sentence: 'This version, and whether everything it needs is here.',
    words: 'doctor version health',
  },
] as const satisfies readonly SectionName[];
export type SectionId = (typeof SECTION_NAMES)[number]['id'];
