import type { PromptImage } from '@domain/session/prompt-image';

export const MOST_IMAGES = 5;
/** Base64 characters of all pictures of a prompt together; the contract holds the same bound. */
const MOST_CHARACTERS = 3_000_000;
const KINDS: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
] satisfies PromptImage['media_type'][];

export type HeldImage = PromptImage & { readonly name: string };

export const isTakenKind = (type: string): type is PromptImage['media_type'] => KINDS.includes(type);

/** Why a picture cannot be added; null: it can. */
export function imageRefusal(held: readonly HeldImage[], next: PromptImage): string | null {
  if (held.length >= MOST_IMAGES) return `A prompt takes ${MOST_IMAGES} pictures at most.`;
  const size = [...held, next].reduce((sum, { data }) => sum + data.length, 0);
  return size > MOST_CHARACTERS ? 'The pictures of a prompt may have 2 MB together.' : null;
}

/** A file that was dropped, by its place when that is known, else by its name if only one file of the project has it. */
export function droppedMentions(uris: string): readonly string[] {
  return uris
    .split(/\r?\n/)
    .filter((line) => line.startsWith('file://'))
    .flatMap((line) => {
      try {
        return [decodeURIComponent(new URL(line).pathname)];
      } catch {
        return [];
      }
    });
}
