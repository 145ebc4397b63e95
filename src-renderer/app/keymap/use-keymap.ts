import { useAppInfo } from '../state/app-info';
import { useSettings } from '../state/settings';
import { boundChord, type ShellKind } from './action';
import { useActionStore } from './action-store';
import { formatChord, type Platform } from './chord.logic';

export function useKeymap(): {
  readonly remapped: Readonly<Record<string, string | null>>;
  readonly shell: ShellKind;
  readonly platform: Platform;
} {
  const { shell } = useAppInfo();
  return { remapped: useSettings().keys, shell, platform: usePlatform() };
}

/** In a browser the program may run elsewhere, on another system: the keyboard is where the page is shown. */
function usePlatform(): Platform {
  const { shell, platform } = useAppInfo();
  const isMac = shell === 'electron' ? platform === 'darwin' : /^(Mac|iP)/.test(navigator.platform);
  return isMac ? 'mac' : 'other';
}

/** What sends a dialog from any of its fields, as a person reads it. */
export function useSendKey(): string {
  return formatChord('mod+enter', usePlatform());
}

/** The keys of an action as a person reads them, or null: for a button that stands for one registered elsewhere. */
export function useShortcutOf(id: string): string | null {
  const chord = useActionStore(({ sources }) => {
    for (const list of sources.values()) for (const action of list) if (action.id === id) return action.chord;
    return undefined;
  });
  const { remapped, shell, platform } = useKeymap();
  const bound = chord === undefined ? null : boundChord({ id, chord }, remapped, shell);
  return bound === null ? null : formatChord(bound, platform);
}
