import { z } from 'zod';

/** A picture that goes along with a prompt. All of them together have to fit into one message of every door. */
export const PromptImage = z.strictObject({
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.base64().max(3_000_000),
});
export type PromptImage = z.infer<typeof PromptImage>;

export const PromptImages = z
  .array(PromptImage)
  .max(5)
  .refine(
    (images) => images.reduce((sum, { data }) => sum + data.length, 0) <= 3_000_000,
    'too large together',
  );
