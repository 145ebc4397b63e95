import { describe, expect, it } from 'vitest';
import { contract } from './index';
import type { AnyEntry, Subject } from './procedure';

const entries = Object.entries(contract as Record<string, Subject>).flatMap(([subject, own]) =>
  Object.entries(own).map(([name, entry]): [string, AnyEntry] => [`${subject}.${name}`, entry]),
);

describe('doors', () => {
  it('M2 an agent may ask, and change nothing but by its one request', () => {
    const led = entries.filter(([, { doors }]) => doors.includes('mcp'));
    expect(led.length).toBeGreaterThan(5);
    expect(led.filter(([, { kind }]) => kind !== 'query').map(([name]) => name)).toEqual(['trigger.start']);
  });

  it('whoever says it is an agent gains nothing by it', () => {
    const gained = entries.filter(([, { doors }]) => doors.includes('mcp') && !doors.includes('cli'));
    expect(gained.map(([name]) => name)).toEqual([]);
  });
});
