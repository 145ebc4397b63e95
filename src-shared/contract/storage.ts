import { FolderPath } from '@domain/ids';
import { Cleanable, StorageError, StoragePart } from '@domain/storage';
import { z } from 'zod';
import { command, NoErrors, query } from './procedure';

/** What is kept, how much of it there is, and where. */
export const storage = {
  usage: query({
    input: z.strictObject({ project: FolderPath.nullable() }),
    output: z.object({ parts: z.array(StoragePart) }),
    errors: NoErrors,
    doors: ['ui', 'cli'],
  }),
  clean: command({
    input: z.strictObject({ what: Cleanable }),
    output: z.object({ bytes: z.int().nonnegative() }),
    errors: StorageError,
    doors: ['ui', 'cli'],
  }),
};
