import type { ProjectError } from '@domain/project';
import { assertNever } from '@domain/result';
import { type CommonError, commonSentences, isCommonError, type Sentences } from '../../app/words';

const UNTOUCHED = 'Nothing was opened and nothing was written.';

export function projectSentences(error: ProjectError | CommonError): Sentences {
  if (isCommonError(error)) return commonSentences(error);
  switch (error.code) {
    case 'project-path-relative':
      return {
        happened: `“${error.path}” does not say where it begins.`,
        safe: UNTOUCHED,
        next: 'Write the whole path, from / or ~.',
        details: null,
      };
    case 'project-not-found':
      return {
        happened: `There is no folder at ${error.path}.`,
        safe: UNTOUCHED,
        next: 'Check the spelling, or choose another folder.',
        details: null,
      };
    case 'project-not-a-folder':
      return {
        happened: `${error.path} is a file, not a folder.`,
        safe: UNTOUCHED,
        next: 'Open the folder it lies in.',
        details: null,
      };
    case 'project-not-readable':
      return {
        happened: `You may not read ${error.path}.`,
        safe: UNTOUCHED,
        next: 'Ask its owner for permission, or choose another folder.',
        details: null,
      };
    case 'projects-not-saved':
      return {
        happened: 'The list of projects could not be written.',
        safe: 'The project itself was not touched.',
        next: `Make ${error.file} writable, or move it away if it is damaged, and try again.`,
        details: error.detail,
      };
    default:
      return assertNever(error);
  }
}
