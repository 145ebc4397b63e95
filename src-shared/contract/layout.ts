import { Layout, LayoutError } from '@domain/layout';
import { z } from 'zod';
import { command, NoErrors, query } from './procedure';

/** `project` is a folder path, or null for the window without a project. */
const Place = z.string().min(1).max(4096).nullable();

export const layout = {
  read: query({
    input: z.strictObject({ project: Place }),
    output: Layout,
    errors: NoErrors,
    doors: ['ui'],
  }),
  save: command({
    input: z.strictObject({ project: Place, layout: Layout }),
    output: Layout,
    errors: LayoutError,
    doors: ['ui'],
  }),
};
