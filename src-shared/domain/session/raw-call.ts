import { z } from 'zod';

/** What a window is told of one call at most, of what went in and of what came out alike. */
export const MAX_RAW_BYTES = 5 * 1024 * 1024;

/** One call of a tool as Claude wrote it down, unfiltered: shown to its owner on demand, never stored by us. */
export const RawCall = z.strictObject({
  /** Null: it is larger than a window is told. */
  input: z.record(z.string(), z.unknown()).nullable(),
  /** Null: none was written down. */
  output: z
    .strictObject({
      text: z.string(),
      /** Of all of it. */
      bytes: z.int().nonnegative(),
      is_cut: z.boolean(),
    })
    .nullable(),
});
export type RawCall = z.infer<typeof RawCall>;
