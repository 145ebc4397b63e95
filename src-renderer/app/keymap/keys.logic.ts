import { type Action, boundChord, type DeclaredAction, type ShellKind } from './action';
import { formatChord, type Platform } from './chord.logic';

type Keymap = {
  readonly remapped: Readonly<Record<string, string | null>>;
  readonly shell: ShellKind;
  readonly platform: Platform;
};

export type KeyLine = { readonly id: string; readonly name: string; readonly keys: string };

/** The actions that have a key, by section, each once; a second key stands with the first: `← or H`. */
export function listKeys(actions: readonly Action[], keymap: Keymap) {
  const sections = new Map<string, KeyLine[]>();
  const seen = new Set<string>();
  const seconds = new Map<string, string>();
  for (const action of actions) {
    const chord = boundChord(action, keymap.remapped, keymap.shell);
    if (chord === null || seen.has(action.id)) continue;
    seen.add(action.id);
    const keys = formatChord(chord, keymap.platform);
    const { secondKeyOf } = action;
    if (secondKeyOf !== undefined) {
      seconds.set(secondKeyOf, keys);
      continue;
    }
    const name = action.section ?? 'Commands';
    const lines = sections.get(name) ?? [];
    lines.push({ id: action.id, name: action.name, keys });
    sections.set(name, lines);
  }
  const withSecond = (line: KeyLine): KeyLine => {
    const second = seconds.get(line.id);
    return second === undefined ? line : { ...line, keys: `${line.keys} or ${second}` };
  };
  return [...sections].map(([name, lines]) => ({ name, lines: lines.map(withSecond) }));
}

/**
 * Other actions whose keys are these, or begin with them, or are their beginning: of two that fit, the shorter one fires
 * and the longer one is never reached (K3). Those of another view are not there at the same time, and what has keys of
 * its own keeps the others out.
 */
export function clashing(
  actions: readonly DeclaredAction[],
  keymap: Pick<Keymap, 'remapped' | 'shell'>,
  id: string,
  chord: string,
): readonly DeclaredAction[] {
  const isClash = (other: string) =>
    other === chord || other.startsWith(`${chord} `) || chord.startsWith(`${other} `);
  const mine = actions.find((action) => action.id === id);
  const view = mine?.view;
  return actions.filter((action) => {
    if (mine !== undefined && mine.within !== action.within) return false;
    if (view !== undefined && action.view !== undefined && action.view !== view) return false;
    const own = boundChord(action, keymap.remapped, keymap.shell);
    return action.id !== id && own !== null && isClash(own);
  });
}

const BROWSERS_OWN = /^mod\+(?:shift\+)?[ntw]$|^mod\+[1-9lr]$|^mod\+shift\+[[\]]$|^f(?:5|11|12)$/;

/** Keys that never reach a page, or should not be taken from the program around it. */
export function isKeptByBrowser(chord: string, shell: ShellKind): boolean {
  return shell === 'serve' && chord.split(' ').some((stroke) => BROWSERS_OWN.test(stroke));
}
