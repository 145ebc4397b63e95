import type { TextRole } from './line-facts';

/**
 * Texts as they cross from thread to thread and go into the index: all bytes in one piece, and a few numbers for each. A
 * history has a hundred thousand of them, and an object with two strings for each is what takes the time.
 */
export type PackedTexts = {
  readonly count: number;
  /** UTF-8: each text, and behind it the uuid of its line. */
  readonly bytes: Uint8Array;
  /** `TEXT_NUMBERS` for each: how long the text is and how long the uuid, its role, its time, a number that stands for its line. */
  readonly rows: Float64Array;
};

export const TEXT_NUMBERS = 5;
export const TEXT_ROLES: readonly TextRole[] = ['user', 'assistant', 'thinking', 'tool'];

export const noTexts: PackedTexts = { count: 0, bytes: new Uint8Array(), rows: new Float64Array() };
