import { z } from 'zod';

/** What a window shows of a session's terminal, and how the two ends keep pace. */
export const TerminalSize = z.object({ cols: z.int().min(2).max(1000), rows: z.int().min(1).max(1000) });
export type TerminalSize = z.infer<typeof TerminalSize>;

export const TerminalEnd = z.object({ exit_code: z.int().nullable(), signal: z.string().nullable() });
export type TerminalEnd = z.infer<typeof TerminalEnd>;

/** `screen` is written into an empty terminal of that size and shows what the program has shown, with its modes. */
export const TerminalView = z.discriminatedUnion('state', [
  /** The session runs without one (stream seat), or not at all. One that comes later is told as a new snapshot. */
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('running'), size: TerminalSize, screen: z.string() }),
  z.object({ state: z.literal('ended'), size: TerminalSize, screen: z.string(), end: TerminalEnd }),
]);
export type TerminalView = z.infer<typeof TerminalView>;

export const TerminalChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('output'), text: z.string() }),
  z.object({ type: z.literal('resized'), size: TerminalSize }),
  z.object({ type: z.literal('ended'), end: TerminalEnd }),
]);
export type TerminalChange = z.infer<typeof TerminalChange>;

export const NoTerminal = z.object({ code: z.literal('no-terminal') });
export type NoTerminal = z.infer<typeof NoTerminal>;

/** A viewer is sent at most this many characters more than it has acknowledged. */
export const VIEWER_WINDOW = 4 * 1024 * 1024;
/** A viewer acknowledges when it has shown this many since it last did. */
export const ACKNOWLEDGE_AFTER = VIEWER_WINDOW / 16;

const MODES_OFF = [1, 9, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026].map(
  (mode) => `\x1b[?${mode}l`,
);

/**
 * What a program that died left switched on (mouse, bracketed paste, a hidden cursor, colours) is switched off, so that the
 * terminal can be read and selected. The screen stays as it is, also the alternate one: it is the last that was shown.
 */
export const AFTER_THE_END = `${MODES_OFF.join('')}\x1b[!p\x1b>\x1b[0m\x1b(B\x1b[?25h`;
