import { SettingsPatch, SettingsProblem, SettingsState } from '@domain/settings';
import { z } from 'zod';
import { command, NoErrors, stream } from './procedure';

export const SettingsError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('settings-in-the-way'), problem: SettingsProblem }),
  z.object({ code: z.literal('settings-not-saved'), file: z.string(), detail: z.string() }),
]);
export type SettingsError = z.infer<typeof SettingsError>;

export const settings = {
  update: command({
    input: z.strictObject({ patch: SettingsPatch }),
    output: SettingsState,
    errors: SettingsError,
    doors: ['ui', 'cli'],
  }),
  /** Reads the file again, after a person mended it by hand. */
  reload: command({
    input: z.strictObject({}),
    output: SettingsState,
    errors: NoErrors,
    doors: ['ui', 'cli'],
  }),
  watch: stream({
    input: z.strictObject({}),
    snapshot: SettingsState,
    change: SettingsState,
    errors: NoErrors,
    doors: ['ui', 'cli'],
  }),
};
