import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { createSystemClock } from '../adapters/system/system-clock';
import { createUploadFolder } from '../adapters/transcript-uploads/upload-folder';
import type { TranscriptUploads } from '../ports/transcript-uploads';
import { createPolicyFinder } from './find-policy';
import type { Places } from './places';

/** The list is read at every upload: it grows in another thread, or in another program. */
export function uploadsAt({ uploads, forgotten }: Pick<Places, 'uploads' | 'forgotten'>): TranscriptUploads {
  return createUploadFolder(uploads, {
    isForgotten: (id) => createForgottenIds(forgotten).has(id),
    // Whoever is not trusted can only tighten, and an upload is from nobody we know.
    policyOf: createPolicyFinder(() => false, createSystemClock()),
  });
}
