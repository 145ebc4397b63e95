import { z } from 'zod';

/** What can be taken out of a text, and what a person is told about it. */
export const ruleReasons = {
  'private-key': 'a private key block',
  jwt: 'a JSON web token',
  'key-shape': 'the shape of a known key or token',
  bearer: 'an authorization header',
  'url-credential': 'a credential inside an address',
  'env-reference': 'a reference to an environment variable',
  'secret-assignment': 'a value whose name says that it is secret',
  'high-entropy': 'a random-looking value beside a name that says it is secret',
  base64: 'more than 50 characters of base64',
} as const;
export type RuleName = keyof typeof ruleReasons;
export const RuleName = z.enum(Object.keys(ruleReasons) as [RuleName, ...RuleName[]]);

/** One line of what was taken: never the value. A tool of null is what people and Claude said. */
export const RedactionCount = z.object({
  tool: z.string().nullable(),
  /** Not an enum: a newer program may know more rules. */
  rule: z.string().max(100),
  count: z.int().positive(),
});
export type RedactionCount = z.infer<typeof RedactionCount>;

export const REDACTED = '[REDACTED]';

/** `shapes` for what people and Claude say; `redacted` for the arguments and results of tools of that tier. */
export type TextLevel = 'shapes' | 'redacted';
