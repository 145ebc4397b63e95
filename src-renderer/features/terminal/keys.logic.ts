import type { Platform } from '../../app/keymap/chord.logic';

/** What a keystroke in a focused terminal means. */
export type KeyMeaning = 'program' | 'app' | 'new-line' | 'copy' | 'find';

/** How Claude is told a line break that does not send. */
export const NEW_LINE = '\x1b\r';

type Stroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'isComposing'
>;

/**
 * Every key belongs to the program but these: Cmd combinations on macOS and Ctrl+Shift ones elsewhere are the app's, and
 * F6 leads out (Shift+F6 back), so that nobody is caught who has no mouse. While a word is composed its keys are the
 * input method's.
 */
export function meaningOf(stroke: Stroke, platform: Platform): KeyMeaning {
  const { ctrlKey, altKey, shiftKey, metaKey } = stroke;
  if (stroke.isComposing) return 'program';
  if (stroke.key === 'Enter' && shiftKey && !ctrlKey && !altKey && !metaKey) return 'new-line';
  if (stroke.key === 'F6' && !ctrlKey && !altKey && !metaKey) return 'app';
  const isOurs = platform === 'mac' ? metaKey && !ctrlKey : ctrlKey && shiftKey && !metaKey;
  if (!isOurs) return 'program';
  if (!altKey && stroke.code === 'KeyC') return 'copy';
  if (!altKey && stroke.code === 'KeyF') return 'find';
  return 'app';
}
