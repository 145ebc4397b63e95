import { formatChord } from '../../app/keymap/chord.logic';
import { useKeymap } from '../../app/keymap/use-keymap';

/** What sends a dialog from any of its fields, as a person reads it. */
export function useSendKey(): string {
  return formatChord('mod+enter', useKeymap().platform);
}
