import { err, ok, type Result } from '@domain/result';
import type { TagInvalid } from './errors';

export const TAG_MAX_LENGTH = 50;
export const TAG_MAX_COUNT = 50;

/** Letters and digits of any script, and `- _ . : / +` inside: what survives a command line and a search field. */
const tagShape = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.:/+-]*[\p{L}\p{M}\p{N}+])?$/u;

export type TagChange =
  | { readonly mode: 'add'; readonly tags: readonly string[] }
  | { readonly mode: 'remove'; readonly tags: readonly string[] }
  | { readonly mode: 'replace'; readonly tags: readonly string[] };

/** Trimmed, lower case, composed: two spellings that look alike are one tag. */
export function readTag(raw: string): Result<string, TagInvalid> {
  const tag = raw.normalize('NFC').trim().toLowerCase();
  // Shown back at most this long: an invalid tag may be a megabyte.
  const shown = tag.slice(0, TAG_MAX_LENGTH * 2);
  if (tag === '') return err({ code: 'tag-invalid', tag: shown, reason: 'empty', limit: TAG_MAX_LENGTH });
  if ([...tag].length > TAG_MAX_LENGTH)
    return err({ code: 'tag-invalid', tag: shown, reason: 'too-long', limit: TAG_MAX_LENGTH });
  if (!tagShape.test(tag))
    return err({ code: 'tag-invalid', tag: shown, reason: 'bad-characters', limit: TAG_MAX_LENGTH });
  return ok(tag);
}

export function changeTags(current: readonly string[], change: TagChange): Result<string[], TagInvalid> {
  const given: string[] = [];
  for (const raw of change.tags) {
    const tag = readTag(raw);
    if (!tag.ok) {
      // What is there already may always be taken away, however it got in.
      if (change.mode !== 'remove' || !current.includes(raw)) return tag;
      given.push(raw);
    } else given.push(tag.value);
  }
  const next =
    change.mode === 'remove'
      ? current.filter((tag) => !given.includes(tag))
      : [...new Set(change.mode === 'add' ? [...current, ...given] : given)];
  if (next.length > TAG_MAX_COUNT && change.mode !== 'remove')
    return err({ code: 'tag-invalid', tag: given.at(-1) ?? '', reason: 'too-many', limit: TAG_MAX_COUNT });
  return ok(next);
}
