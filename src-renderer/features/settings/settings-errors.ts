import type { SettingsError } from '@contract/settings';
import { assertNever } from '@domain/result';
import type { SettingsProblem } from '@domain/settings';
import { type CommonError, commonSentences, isCommonError, type Sentences } from '../../app/words';

const DEFAULTS = 'It was left as it is; the window uses its defaults and writes nothing.';

export function problemSentences(problem: SettingsProblem): Sentences {
  const { file } = problem;
  switch (problem.code) {
    case 'settings-not-json':
      return {
        happened: 'The settings file cannot be read as JSON.',
        safe: DEFAULTS,
        next: `Mend ${file} and reload it.`,
        details: problem.detail,
      };
    case 'settings-invalid':
      return {
        happened: 'The settings file holds a value we cannot use.',
        safe: DEFAULTS,
        next: `Mend ${file} and reload it.`,
        details: problem.issues.map(({ path, message }) => `${path}: ${message}`).join('\n'),
      };
    case 'settings-newer':
      return {
        happened: `The settings file is from a newer Beads Console (version ${problem.version}).`,
        safe: DEFAULTS,
        next: 'Update Beads Console, or move the file away and reload.',
        details: null,
      };
    case 'settings-unreadable':
      return {
        happened: 'The settings file cannot be read.',
        safe: DEFAULTS,
        next: `Make ${file} readable and reload it.`,
        details: problem.detail,
      };
    default:
      return assertNever(problem);
  }
}

export function settingsSentences(error: SettingsError | CommonError): Sentences {
  if (isCommonError(error)) return commonSentences(error);
  switch (error.code) {
    case 'settings-in-the-way':
      return problemSentences(error.problem);
    case 'settings-not-saved':
      return {
        happened: 'The change could not be written.',
        safe: 'The settings are as they were.',
        next: `Make ${error.file} writable and try again.`,
        details: error.detail,
      };
    default:
      return assertNever(error);
  }
}
