import { resolve } from 'node:path';
import type { FolderPath } from '@domain/ids';
import { ExitCode as Exit, type ExitCode, exitCodeOf } from '../exit-code';
import type { CliFrame } from '../frame';
import { sentenceOfSession } from './session-sentences';

export type CommonOptions = { readonly project?: string; readonly json?: boolean };
export type Failure = { readonly code: string; readonly [fact: string]: unknown };

export function projectOf(frame: CliFrame, options: CommonOptions): FolderPath {
  return resolve(frame.cwd, options.project ?? '.') as FolderPath;
}

/** With `--json` an error is one line of JSON on stderr, so that a script reads what went wrong by its code. */
export function failWith(frame: CliFrame, error: Failure, options: CommonOptions): void {
  if (options.json) frame.warn(JSON.stringify({ error }));
  else {
    const sentence = sentenceOfSession(error);
    if (sentence === null) frame.fail(error);
    else frame.warn(sentence);
  }
  frame.exitWith(exitOf(error));
}

const exits: Readonly<Record<string, ExitCode>> = {
  'cursor-malformed': Exit.usage,
  locked: Exit.conflict,
  'run-already-completed': Exit.conflict,
  'session-open-elsewhere': Exit.conflict,
  'no-process': Exit.conflict,
};

function exitOf(error: Failure): ExitCode {
  return exits[error.code] ?? exitCodeOf(error);
}

/** Says the answer, as JSON or for people, or how it failed. */
export function tell<T>(
  frame: CliFrame,
  answer: { ok: true; value: T } | { ok: false; error: Failure },
  options: CommonOptions,
  forPeople: (value: T) => void,
): void {
  if (!answer.ok) failWith(frame, answer.error, options);
  else if (options.json) frame.sayJson(answer.value);
  else forPeople(answer.value);
}
