import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { findProgram } from '../programs/path-programs';
import { capabilitiesOf } from './capabilities';
import { streamArguments } from './claude-arguments';
import { claudeEnvironment, MARKER } from './claude-env';
import { createFindClaude } from './find-claude';

const request = {
  session_id: '11111111-1111-4111-8111-111111111111' as SessionId,
  mode: { type: 'new' },
  cwd: '/p',
  project: '/p',
  prompt: '--not an option',
} as const;
const old = { askingMode: 'default', forwardsSubagentText: false, hooks: [] } as const;
const find = (env: Record<string, string>) =>
  createFindClaude({ env, findProgram: (where) => findProgram('claude', where) })();

describe('how claude is started', () => {
  it("another session's variables do not reach it, the user's own do, and the mark is set", () => {
    const env = {
      PATH: '/bin',
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: 'x',
      CLAUDE_CODE_MESSAGING_TOKEN: 'secret',
      AI_AGENT: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--max-old-space-size=8192',
      CLAUDE_CONFIG_DIR: '/c',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    };
    expect(claudeEnvironment(env, 'id', 'mark')).toEqual({
      PATH: '/bin',
      NODE_OPTIONS: '--max-old-space-size=8192',
      CLAUDE_CONFIG_DIR: '/c',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      CLAUDE_SESSION_ID: 'id',
      [MARKER]: 'mark',
    });
  });

  it('L18 values that look like options stay values, and the prompt is no argument at all', () => {
    const args = streamArguments(
      { ...request, model: '--dangerously-skip-permissions', agent: '-p', add_dirs: ['--x'] },
      { type: 'new' },
      old,
    );
    expect(args.slice(-5)).toEqual([
      `--session-id=${request.session_id}`,
      '--permission-mode=default',
      '--model=--dangerously-skip-permissions',
      '--agent=-p',
      '--add-dir=--x',
    ]);
    expect(args.join(' ')).not.toContain('--not an option');
  });

  it.each([
    [undefined, old, 'default'],
    ['default', { ...old, askingMode: 'manual' }, 'manual'],
    ['plan', old, 'plan'],
    ['whatever', old, 'default'],
  ] as const)('permission mode %s', (permission_mode, can, expected) => {
    expect(streamArguments({ ...request, permission_mode }, { type: 'resume' }, can)).toContain(
      `--permission-mode=${expected}`,
    );
  });

  it.each([
    ['2.1.196', null],
    ['2.1.197', 'default'],
    ['2.1.324', 'default'],
    ['2.1.325', 'manual'],
    ['3.0.0', 'manual'],
  ])('version %s', (version, askingMode) => {
    expect(capabilitiesOf(version)?.askingMode ?? null).toBe(askingMode);
  });

  it("in a trusted project's own programs it is looked for last, in another one not at all", async () => {
    const project = tempDir('find-own');
    const bin = join(project, 'node_modules', '.bin');
    const [elsewhere, own] = [join(project, 'claude'), join(bin, 'claude')];
    mkdirSync(bin, { recursive: true });
    for (const [path, version] of [
      [elsewhere, '2.1.300'],
      [own, '2.1.301'],
    ] as const) {
      writeFileSync(path, `#!/bin/sh\necho "${version} (Claude Code)"\n`);
      chmodSync(path, 0o755);
    }
    const findIn = (path: string, trusted?: string) =>
      createFindClaude({ env: { PATH: path }, findProgram: (where) => findProgram('claude', where) })(
        trusted,
      );
    expect(await findIn('/nowhere', project)).toMatchObject({ ok: true, value: { path: own } });
    expect(await findIn(project, project)).toMatchObject({ ok: true, value: { path: elsewhere } });
    expect(await findIn('/nowhere')).toMatchObject({ error: { looked_in: ['/nowhere'] } });
    expect(await findIn('/nowhere', '/not/here')).toMatchObject({
      error: { looked_in: ['/nowhere', '/not/here/node_modules/.bin'] },
    });
  });

  it('is found where it is named, in PATH, and in the PATH of the login shell', async () => {
    const folder = tempDir('find');
    const program = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\n${text}\n`);
      chmodSync(path, 0o755);
      return path;
    };
    const claude = program('claude', 'echo "2.1.300 (Claude Code)"');
    const found = { ok: true, value: { path: claude, version: '2.1.300', can: expect.anything() } };
    expect(await find({ BEADS_CONSOLE_CLAUDE: claude })).toEqual(found);
    expect(await find({ PATH: folder })).toEqual(found);
    const shell = program('profile-shell', `echo hello; PATH='${folder}'; eval "$3"`);
    expect(await find({ PATH: '/nowhere', SHELL: shell })).toEqual(found);
    expect(await find({ PATH: '/nowhere' })).toEqual({
      ok: false,
      error: { code: 'claude-not-found', looked_in: ['/nowhere'] },
    });
    const named = (path: string) =>
      createFindClaude({
        env: { PATH: '/nowhere', BEADS_CONSOLE_CLAUDE: '/not/this/one' },
        named: () => path,
        findProgram: (where) => findProgram('claude', where),
      })();
    expect(await named(claude)).toEqual(found);
    expect(await named(join(folder, 'gone'))).toEqual({
      ok: false,
      error: { code: 'claude-not-found', looked_in: [join(folder, 'gone')] },
    });
    const ancient = program('old-claude', 'echo 1.0.0');
    expect(await find({ BEADS_CONSOLE_CLAUDE: ancient })).toEqual({
      ok: false,
      error: { code: 'claude-too-old', found: '1.0.0', needed: '2.1.197' },
    });
  });
});
