import { DemoError } from '@domain/demo';
import { FolderPath } from '@domain/ids';
import { z } from 'zod';
import { command, NoErrors } from './procedure';

/**
 * The demo is a second program inside this one, with data of its own: a window that shows it says so with every envelope
 * (`app: 'demo'` of the wire).
 */
export const demo = {
  /** Makes it, unless it runs already. */
  start: command({
    input: z.strictObject({}),
    output: z.object({ project: FolderPath }),
    errors: DemoError,
    doors: ['ui'],
  }),
  /** Ends it, and everything of it is gone. */
  leave: command({ input: z.strictObject({}), output: z.object({}), errors: NoErrors, doors: ['ui'] }),
};
