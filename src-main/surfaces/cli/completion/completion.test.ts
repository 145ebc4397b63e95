import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { families } from '../families';
import type { CliFrame } from '../frame';
import { type CommandNode, readCommands } from './command-tree';
import { completionScript } from './scripts';

let nodes: readonly CommandNode[];
beforeAll(async () => {
  const program = new Command('beads-console');
  program.command('serve').description('serve').option('--port <number>', 'port');
  // Nothing is asked while commands are only described.
  nodes = await readCommands(program, {} as CliFrame, families);
});

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', nodes)}
    COMP_WORDS=(beads-console "$@"); COMP_CWORD=$#; _beads_console; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return said.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it('knows every command that design.md names', () => {
    const paths = nodes.map(({ path }) => path.join(' '));
    const sessions =
      'new list show chain find search start pause resume end handoff tag rename export delete untrash reparse restore';
    const beads = 'list ready blocked show create update close claim';
    for (const path of [
      ...sessions.split(' ').map((name) => `sessions ${name}`),
      ...beads.split(' ').map((name) => `beads ${name}`),
      ...[
        'ingest',
        'backfill',
        'report',
        'audit list',
        'audit show',
        'audit verify',
        'hooks install',
        'serve',
      ],
      ...['hooks uninstall', 'hooks status', 'privacy check', 'mcp install', 'completion'],
    ])
      expect(paths).toContain(path);
  });

  it('every command that lists or changes takes --json and --project', () => {
    const leaves = nodes.filter(({ path, commands }) => path.length > 0 && commands.length === 0);
    const free = ['completion', 'openapi', 'mcp install', 'serve', 'tokens'];
    const without = (flag: string) =>
      leaves
        .filter(({ path }) => !free.some((name) => path.join(' ').startsWith(name)))
        .filter(({ options }) => !options.some((option) => option.flag === flag))
        .map(({ path }) => path.join(' '));
    expect([without('--json'), without('--project')]).toEqual([[], []]);
  });

  it('bash offers what can follow', () => {
    expect(offered('ho')).toEqual(['hooks']);
    expect(offered('hooks', '').sort()).toEqual(['--help', 'install', 'status', 'uninstall']);
    expect(offered('sessions', 're').sort()).toEqual(['rename', 'reparse', 'restore', 'resume']);
    expect(offered('sessions', 'start', 'x', '--seat', '').sort()).toEqual(['pty', 'stream']);
    expect(offered('sessions', 'list', '--lim')).toEqual(['--limit']);
    expect(offered('nothing', 'known')).toEqual([]);
  });

  it.each(['zsh', 'fish'] as const)('%s gets a script with every command', (shell) => {
    const script = completionScript(shell, nodes);
    for (const { name } of nodes[0]?.commands ?? []) expect(script).toContain(name);
    expect(script.startsWith(shell === 'zsh' ? '#compdef beads-console' : '# beads-console')).toBe(true);
  });
});
