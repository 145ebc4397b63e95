import { resolve } from 'node:path';
import type { FolderPath } from '@domain/ids';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { exitOfBead, type Failure, sentenceOfBead } from './bead-sentences';

export type CommonOptions = {
  readonly project?: string;
  readonly json?: boolean;
  readonly actor?: string;
};

export function addCommonOptions(command: Command): Command {
  return command
    .option('--project <dir>', 'folder of the project (default: found from the current one)')
    .option('--json', 'print JSON');
}

export function addActorOption(command: Command): Command {
  return command.option('--actor <name>', 'who does it (default: as bd decides)');
}

export function projectOf(frame: CliFrame, options: CommonOptions): FolderPath {
  return resolve(frame.cwd, options.project ?? '.') as FolderPath;
}

export function actorOf(options: CommonOptions): { actor?: string } {
  return options.actor === undefined ? {} : { actor: options.actor };
}

/** With `--json` an error is one line of JSON on stderr, so that a script reads what went wrong by its code. */
export function failWith(frame: CliFrame, error: Failure, options: CommonOptions): void {
  if (options.json) frame.warn(JSON.stringify({ error }));
  else {
    const sentence = sentenceOfBead(error);
    if (sentence === null) frame.fail(error);
    else frame.warn(sentence);
  }
  frame.exitWith(exitOfBead(error));
}

type Answer<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** Says the answer, as JSON or for people, or how it failed. */
export function tell<T>(
  frame: CliFrame,
  answer: Answer<T>,
  options: CommonOptions,
  forPeople: (value: T) => void,
): boolean {
  if (!answer.ok) failWith(frame, answer.error, options);
  else if (options.json) frame.sayJson(answer.value);
  else forPeople(answer.value);
  return answer.ok;
}
