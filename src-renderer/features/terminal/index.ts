import { lazyView } from '../../app/lazy-view';

/** xterm is a large part of the window's code: it comes with the first look at a terminal. */
export const TerminalPanel = lazyView(async () => (await import('./TerminalPanel')).TerminalPanel);
