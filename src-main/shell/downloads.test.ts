import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createDownloads } from './downloads';

it.each([
  ['completed', 'saved'],
  ['cancelled', 'cancelled'],
  ['interrupted', 'failed'],
] as const)(
  'a download that is %s is told as %s, whether it was asked for before it began or after it ended',
  async (state, outcome) => {
    const downloads = createDownloads();
    const item = new EventEmitter();
    const early = downloads.outcomeOf('blob:one');
    downloads.begun('blob:one', item);
    downloads.begun('blob:another', new EventEmitter());
    item.emit('done', {}, state);
    expect(await early).toBe(outcome);
    expect(await downloads.outcomeOf('blob:one')).toBe(outcome);
  },
);
