import { z } from 'zod';
import { command, NoErrors } from './procedure';

/** What a person is told once, in whatever window or browser they look. */
export const notices = {
  /** True for the first who asks: that one tells, and everybody else stays silent. */
  claim: command({
    input: z.strictObject({ key: z.string().min(1).max(500) }),
    output: z.object({ is_new: z.boolean() }),
    errors: NoErrors,
    doors: ['ui'],
  }),
};
