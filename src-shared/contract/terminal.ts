import { Cursor } from '@domain/feed';
import { SessionId } from '@domain/ids';
import { NoTerminal, TerminalChange, TerminalSize, TerminalView } from '@domain/terminal';
import { z } from 'zod';
import { command, NoErrors, stream } from './procedure';

const one = { session_id: SessionId };
/** Chosen by the window, one per terminal it shows. */
const viewer = z.string().min(1).max(100);
const Nothing = z.null();

/**
 * The terminal of a session that runs in one (pty seat).
 *
 * How it is shown:
 * 1. Follow `terminal.attach`. Each snapshot is written into an emptied terminal of its size, each change after it.
 *    A snapshot may come at any time: when the session gets another terminal, and when a window fell too far behind.
 * 2. Acknowledge with the cursor of the last frame that is on the screen, every `ACKNOWLEDGE_AFTER` characters
 *    (`@domain/terminal`). Who does not is waited for, for a while.
 * 3. Stop following while nobody looks: it costs nothing then, and the program goes on.
 * 4. Questions of the program are answered in main; a viewer must not answer them again.
 *
 * All of it leads to the window alone: what is typed here also answers Claude's permission dialogs, so no agent may type.
 */
export const terminal = {
  attach: stream({
    input: z.strictObject({ ...one, viewer }),
    snapshot: TerminalView,
    change: TerminalChange,
    errors: NoErrors,
    doors: ['ui'],
  }),
  acknowledge: command({
    input: z.strictObject({ ...one, viewer, cursor: Cursor }),
    output: Nothing,
    errors: NoErrors,
    doors: ['ui'],
  }),
  write: command({
    input: z.strictObject({ ...one, text: z.string().max(1_000_000) }),
    output: Nothing,
    errors: NoTerminal,
    doors: ['ui'],
  }),
  /** The last one who says a size decides, for everybody who looks. */
  resize: command({
    input: z.strictObject({ ...one, size: TerminalSize }),
    output: Nothing,
    errors: NoTerminal,
    doors: ['ui'],
  }),
};
