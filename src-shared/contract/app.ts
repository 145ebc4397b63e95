import { AppInfo } from '@domain/app-info';
import { DoctorReport } from '@domain/doctor';
import { FolderPath } from '@domain/ids';
import { DriverError } from '@domain/session/errors';
import { WebAddress } from '@domain/web-address';
import { z } from 'zod';
import { command, NoErrors, query } from './procedure';

export const app = {
  info: query({ input: z.strictObject({}), output: AppInfo, errors: NoErrors, doors: ['ui', 'cli', 'rest'] }),
  doctor: query({
    input: z.strictObject({}),
    output: DoctorReport,
    errors: NoErrors,
    doors: ['ui', 'cli', 'rest'],
  }),
  /** The Claude that would be started, asked whether it is there, new enough and logged in. */
  claude: query({
    input: z.strictObject({}),
    output: z.object({ path: z.string(), version: z.string(), limits: z.array(z.string()) }),
    errors: DriverError,
    doors: ['ui', 'cli', 'rest'],
  }),
  /** A second start of the app, or a notice of the system that was clicked: bring the window to the front. Answers whether there was one to bring. */
  focus: command({
    input: z.strictObject({}),
    output: z.object({ was_focused: z.boolean(), login_url: z.string().nullable() }),
    errors: NoErrors,
    doors: ['cli', 'ui'],
  }),
  /** One more window, on this project. A shell that makes none itself gives a fresh link to open one with. */
  open_window: command({
    input: z.strictObject({ project: FolderPath.nullable() }),
    output: z.object({ is_open: z.boolean(), login_url: z.string().nullable() }),
    errors: NoErrors,
    doors: ['ui'],
  }),
  /** In the person's browser, after they said so. A page in a browser opens it itself; then nobody is there to. */
  open_link: command({
    input: z.strictObject({ address: WebAddress }),
    output: z.object({ is_open: z.boolean() }),
    errors: NoErrors,
    doors: ['ui'],
  }),
  /**
   * What became of a file that the page handed over as a download, as soon as that is known. The window's own shell asks where
   * it goes, and may be told nowhere; a browser tells nobody.
   */
  save_outcome: query({
    input: z.strictObject({ address: z.string().startsWith('blob:').max(500) }),
    output: z.object({ outcome: z.enum(['saved', 'cancelled', 'failed', 'unknown']) }),
    errors: NoErrors,
    doors: ['ui'],
  }),
};
