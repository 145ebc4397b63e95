import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tierOf } from '@domain/privacy/tiers';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createPrivacyFiles } from './privacy-files';

function project(files: Readonly<Record<string, string>>) {
  const folder = tempDir('privacy-files');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
const book = (isTrusted: boolean) =>
  createPrivacyFiles({ isTrusted: () => isTrusted, clock: { now: () => '2026-01-19T10:00:00.000Z' } });
const tiers = (policy: ReturnType<ReturnType<typeof book>['of']>, ...tools: string[]) =>
  tools.map((tool) => tierOf(policy, tool));

describe('privacy files', () => {
  it('without one the defaults hold', () => {
    const policies = book(true);
    expect(tiers(policies.of(project({})), 'Read', 'Bash', 'mcp__x__y')).toEqual([
      'full',
      'redacted',
      'redacted',
    ]);
    expect(policies.problems()).toEqual([]);
  });

  it.each([
    [true, ['none', 'full', 'metadata', 'none']],
    [false, ['none', 'redacted', 'metadata', 'none']],
  ] as const)(
    'trusted %s: both are read, the one of beads last, names may end in a star',
    (isTrusted, expected) => {
      const folder = project({
        '.gastown/privacy.yaml': 'tool_privacy:\n  Read: metadata\n  Bash: full\nother: 1\n',
        '.beads/privacy.yaml': 'tool_privacy:\n  Read: none\n  "mcp__*": metadata\n  "mcp__db__*": none\n',
      });
      expect(tiers(book(isTrusted).of(folder), 'Read', 'Bash', 'mcp__a__b', 'mcp__db__c')).toEqual(expected);
    },
  );

  it.each([
    ['not-yaml', 'tool_privacy: [unclosed'],
    ['not-understood', 'tool_privacy:\n  Bash: everything\n'],
    ['not-understood', '- a list'],
  ])('one that is %s means the stricter default, and is told', (fault, text) => {
    const folder = project({ '.beads/privacy.yaml': text });
    const policies = book(true);
    const told: string[] = [];
    policies.onProblem((problem) => told.push(problem.fault));
    expect(tiers(policies.of(folder), 'Read', 'Bash', 'Unknown')).toEqual([
      'metadata',
      'metadata',
      'metadata',
    ]);
    policies.of(folder);
    expect(told).toEqual([fault]);
    expect(policies.problems()).toMatchObject([{ file: join(folder, '.beads/privacy.yaml'), fault }]);
  });

  it('is read again when it changed, and what was mended is no problem any more', () => {
    const folder = project({ '.beads/privacy.yaml': 'tool_privacy: 7' });
    const policies = book(true);
    expect(tiers(policies.of(folder), 'Read')).toEqual(['metadata']);
    writeFileSync(join(folder, '.beads/privacy.yaml'), 'tool_privacy:\n  Read: none\n');
    expect(tiers(policies.of(folder), 'Read')).toEqual(['none']);
    expect(policies.problems()).toEqual([]);
    rmSync(join(folder, '.beads/privacy.yaml'));
    expect(tiers(policies.of(folder), 'Read')).toEqual(['full']);
  });

  it('a folder in its place is a broken file', () => {
    const folder = project({});
    mkdirSync(join(folder, '.beads/privacy.yaml'), { recursive: true });
    expect(tiers(book(true).of(folder), 'Read')).toEqual(['metadata']);
  });
});
