import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import type { Platform } from '../../app/keymap/chord.logic';
import { styleRowsByScript, withAdoptedStyles } from './adopted-styles';
import { meaningOf, NEW_LINE } from './keys.logic';
import { keepQuiet } from './quiet-queries';
import { onLookChanged, readLook } from './theme';
import { sayTypedInto } from './typed-into';

const SCROLLBACK_LINES = 5000;

export type Screen = {
  readonly terminal: Terminal;
  readonly search: SearchAddon;
  /** The size that fills the place it stands in, or null while that has none. */
  fittingSize(): { readonly cols: number; readonly rows: number } | null;
  close(): void;
};

export type ScreenOptions = {
  readonly place: HTMLElement;
  readonly platform: Platform;
  readonly onTyped: (text: string) => void;
  /** Never opened from here: a link in a terminal is whatever the program says it is. */
  readonly onLink: (address: string) => void;
  readonly onCopy: (text: string) => void;
  readonly onFind: () => void;
};

/** xterm as we use it. Titles, clipboard and colours that a program asks for change nothing outside of it. */
export function openScreen(options: ScreenOptions): Screen {
  const { place, platform, onTyped, onLink, onCopy, onFind } = options;
  const root = document.documentElement;
  const terminal = new Terminal({
    ...readLook(root),
    scrollback: SCROLLBACK_LINES,
    // A program may choose any colours; what it says can be read all the same.
    minimumContrastRatio: 4.5,
    allowProposedApi: true,
    linkHandler: { activate: (_event, address) => onLink(address) },
    macOptionClickForcesSelection: true,
  });
  const fit = new FitAddon();
  const search = new SearchAddon({ highlightLimit: 1000 });
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon((_event, address) => onLink(address)));
  keepQuiet(terminal);
  terminal.attachCustomKeyEventHandler((event) => {
    const meaning = meaningOf(event, platform);
    if (meaning === 'program') return true;
    if (meaning === 'app' || event.type !== 'keydown') return false;
    const isCopy = meaning === 'copy';
    // Without a selection the key is nobody's; the browser must not make its own of it either.
    event.preventDefault();
    event.stopPropagation();
    if (meaning === 'new-line') onTyped(NEW_LINE);
    else if (meaning === 'find') onFind();
    else if (isCopy && terminal.hasSelection()) onCopy(terminal.getSelection());
    return false;
  });
  const dropStyles = withAdoptedStyles(document, () => terminal.open(place));
  styleRowsByScript(terminal);
  const stopSaying = terminal.textarea === undefined ? () => {} : sayTypedInto(root, terminal.textarea);
  const typed = terminal.onData(onTyped);
  const stopLook = onLookChanged(root, () => Object.assign(terminal.options, readLook(root)));
  return {
    terminal,
    search,
    fittingSize() {
      const size = fit.proposeDimensions();
      if (size === undefined || !(size.cols > 1) || !(size.rows > 0)) return null;
      return { cols: Math.min(size.cols, 1000), rows: Math.min(size.rows, 1000) };
    },
    close() {
      stopLook();
      stopSaying();
      typed.dispose();
      terminal.dispose();
      dropStyles();
    },
  };
}
