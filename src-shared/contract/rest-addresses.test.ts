import { describe, expect, it } from 'vitest';
import { contract } from './index';
import type { Subject } from './procedure';
import { restAddresses, restTopics } from './rest-addresses';

const entries = Object.entries(contract as Record<string, Subject>).flatMap(([subject, own]) =>
  Object.entries(own).map(([name, entry]) => ({ name: `${subject}.${name}`, entry })),
);

describe('addresses', () => {
  it('leads to every entry with the door, and to no other', () => {
    const reached = [...restAddresses().map(({ name }) => name), ...restTopics().map(({ name }) => name)];
    const open = entries.filter(({ entry }) => entry.doors.includes('rest')).map(({ name }) => name);
    expect(reached.sort()).toEqual(open.sort());
    expect(reached).not.toContain('sessions.answerPermission');
    expect(reached).not.toContain('projects.trust');
  });

  it('gives each an address of its own, and names only fields of its input', () => {
    const places = restAddresses().map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
    for (const { path, entry, name } of restAddresses()) {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? '');
      const unknown = named.filter((field) => !(field in entry.input.shape));
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  it('puts seed D’s addresses where scripts look for them', () => {
    const at = new Map(restAddresses().map(({ method, path, name }) => [`${method} ${path}`, name]));
    expect(
      [
        'GET /sessions',
        'GET /sessions/{id}',
        'GET /sessions/{id}/transcript',
        'GET /sessions/{id}/events',
        'GET /sessions/{id}/git',
        'PATCH /sessions/{id}',
        'GET /sessions/{ref}/chain',
        'GET /search',
        'GET /beads',
        'GET /beads/ready',
        'GET /reports/{by}',
      ].filter((place) => !at.has(place)),
    ).toEqual([]);
  });
});
