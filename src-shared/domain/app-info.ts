import { z } from 'zod';

export const ShellKind = z.enum(['electron', 'serve']);
export type ShellKind = z.infer<typeof ShellKind>;

export const AppInfo = z.object({
  version: z.string(),
  shell: ShellKind,
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  data_folder: z.string(),
  home_folder: z.string(),
  pid: z.int(),
  /** The shell can show its own folder dialog. */
  has_folder_dialog: z.boolean(),
  /** The project last named on the command line, by this start or a later one: what a new window begins with. */
  initial_project: z.string().nullable(),
  /** A made-up project with a scripted model; nothing of the person's is touched. */
  is_demo: z.boolean(),
});
export type AppInfo = z.infer<typeof AppInfo>;
