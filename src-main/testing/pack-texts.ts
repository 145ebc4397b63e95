import type { TextRole } from '@domain/transcript/line-facts';
import type { PackedTexts } from '@domain/transcript/packed-texts';
import { createTextPacker } from '../adapters/transcripts/pack-texts';

type Text = {
  readonly text: string;
  readonly role?: TextRole;
  readonly atMs?: number;
  readonly uuid?: string;
};

/** Texts as the scan hands them over. */
export function packTexts(texts: readonly Text[]): PackedTexts {
  const packer = createTextPacker();
  for (const { text, role = 'user', atMs = 0, uuid = 'a' } of texts) packer.add(role, text, atMs, uuid);
  return packer.take();
}
