import { z } from 'zod';

export const ExportFormat = z.enum(['md', 'html', 'json']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** What of a session is written. What the privacy filter took away is in none of it. */
export const ExportOptions = z.object({
  thinking: z.boolean().default(true),
  /** `names`: which tool and what it was pointed at, without its answer. */
  tools: z.enum(['none', 'names', 'full']).default('full'),
  /** False: the answer of a tool is cut after so many lines, and that is said. */
  long_output: z.boolean().default(false),
  subagents: z.boolean().default(true),
});
export type ExportOptions = z.infer<typeof ExportOptions>;
