import type { ITheme } from '@xterm/xterm';

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

export type Look = { readonly theme: ITheme; readonly fontFamily: string; readonly fontSize: number };

/** The tokens as xterm wants them; it draws by itself and cannot read a custom property. */
export function readLook(root: HTMLElement): Look {
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const capital = (name: string) => `bright${name[0]?.toUpperCase()}${name.slice(1)}`;
  return {
    theme: {
      background: token('term-bg'),
      foreground: token('term-text'),
      cursor: token('term-text'),
      cursorAccent: token('term-bg'),
      selectionBackground: token('term-selection'),
      ...Object.fromEntries(
        COLOURS.flatMap((name) => [
          [name, token(`term-${name}`)],
          [capital(name), token(`term-bright-${name}`)],
        ]),
      ),
    },
    fontFamily: token('font-mono'),
    fontSize: Math.round(Number.parseFloat(style.fontSize) * Number.parseFloat(token('text-12'))),
  };
}

/** Told when the theme or the size of text changes. */
export function onLookChanged(root: HTMLElement, tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme', 'style'] });
  return () => observer.disconnect();
}
