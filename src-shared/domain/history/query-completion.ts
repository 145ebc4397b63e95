import { Outcome, Status } from '@domain/session/values';
import { NONE } from './billed-days';
import { FILTER_KEYS, type FilterKey, filterText } from './history-query';
import { HistoryTrait, type HistoryValues } from './record';

export type QueryChoice = {
  /** What stands in the text when it is taken; a bare `key:` waits for its value. */
  readonly text: string;
  readonly hint: string;
};
export type QueryCompletion = {
  readonly from: number;
  readonly to: number;
  readonly choices: readonly QueryChoice[];
};

const HINTS: Readonly<Record<FilterKey, string>> = {
  project: 'folder or its name',
  bead: 'the bead it worked on',
  agent: 'who worked',
  tag: 'one of its tags',
  status: 'draft, active, paused, closed',
  outcome: 'how it ended',
  model: 'part of the name',
  since: 'not older than: 7d, a date',
  until: 'not newer than: 7d, a date',
  billed: 'a day, days like 2026-10-01.., any',
  cost: '>1, <0.50, 1..5 dollars',
  has: 'commits, files, a bead, Claude’s own cost',
  from: 'console or terminal',
};
const MOMENTS = ['today', 'yesterday', '7d', '30d', '90d'];
const COSTS = ['>1', '>5', '>10', '<1'];
const MOST = 8;

/** What could stand where the caret is; null: nothing to offer. */
export function completeQuery(text: string, caret: number, values: HistoryValues): QueryCompletion | null {
  const before = text.slice(0, caret);
  // In a phrase everything is text.
  if ((before.replace(/[a-z]+:"[^"]*"/giu, '').match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const from = before.search(/\S*$/u);
  const to = caret + (/^\S*/.exec(text.slice(caret))?.[0].length ?? 0);
  const word = text.slice(from, to).toLowerCase();
  if (word === '' || to !== caret) return null;
  const colon = word.indexOf(':');
  const choices =
    colon === -1 ? keysFor(word) : valuesFor(word.slice(0, colon), word.slice(colon + 1), values);
  return choices.length === 0 ? null : { from, to, choices };
}

function keysFor(word: string): QueryChoice[] {
  return FILTER_KEYS.filter((key) => key.startsWith(word)).map((key) => ({
    text: `${key}:`,
    hint: HINTS[key],
  }));
}

function valuesFor(key: string, begun: string, values: HistoryValues): QueryChoice[] {
  const found = FILTER_KEYS.find((each) => each === key);
  if (found === undefined) return [];
  return optionsOf(found, values)
    .filter((value) => value.toLowerCase().includes(begun) && value.toLowerCase() !== begun)
    .slice(0, MOST)
    .map((value) => ({ text: filterText(found, value), hint: '' }));
}

/** What a filter can be set to, as far as it can be counted. */
export function optionsOf(key: FilterKey, values: HistoryValues): readonly string[] {
  switch (key) {
    case 'project':
      return [...values.projects, ...values.folders];
    case 'bead':
      return [...values.beads, NONE];
    case 'agent':
      return [...values.agents, NONE];
    case 'tag':
      return values.tags;
    case 'model':
      return values.models;
    case 'status':
      return Status.options;
    case 'outcome':
      return Outcome.options;
    case 'has':
      return HistoryTrait.options;
    case 'from':
      return ['console', 'terminal'];
    case 'since':
    case 'until':
      return MOMENTS;
    case 'billed':
      return ['any', 'undated'];
    case 'cost':
      return COSTS;
  }
}
