import { z } from 'zod';
import { DriverError } from './session/errors';

/** Why there is no demo here. */
export const DemoError = z.discriminatedUnion('code', [
  ...DriverError.options,
  z.object({ code: z.literal('demo-needs-git') }),
  z.object({ code: z.literal('demo-not-made'), detail: z.string() }),
]);
export type DemoError = z.infer<typeof DemoError>;
