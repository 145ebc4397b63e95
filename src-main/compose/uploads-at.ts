import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { createUploadFolder } from '../adapters/transcript-uploads/upload-folder';
import type { TranscriptUploads } from '../ports/transcript-uploads';
import type { Places } from './places';

/** The list is read at every upload: it grows in another thread, or in another program. */
export function uploadsAt({ uploads, forgotten }: Pick<Places, 'uploads' | 'forgotten'>): TranscriptUploads {
  return createUploadFolder(uploads, (id) => createForgottenIds(forgotten).has(id));
}
