import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createLoginCheck } from './login-check';

function claudeSaying(said: string, code: number): string {
  const path = join(tempDir('login'), 'claude');
  writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${said}\nEND\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return path;
}
const PATH = process.env['PATH'] ?? '';

it.each([
  ['{"loggedIn": false, "authMethod": "none"}', 1, false],
  ['{"loggedIn": true, "authMethod": "claude.ai"}', 0, true],
  ['error: unknown command', 1, true],
  ['', 0, true],
])('%j with %i lets Claude start: %s', async (said, code, isLet) => {
  const path = claudeSaying(said, code);
  const answer = await createLoginCheck({ env: { PATH } })({ path });
  expect(answer).toEqual(
    isLet ? { ok: true, value: null } : { ok: false, error: { code: 'claude-not-logged-in', claude: path } },
  );
});

it('a yes is asked for once, a no again and again, and a key is not asked about', async () => {
  const asked: string[] = [];
  let answer = false;
  const ask = async (path: string) => {
    asked.push(path);
    return answer;
  };
  const check = createLoginCheck({ env: {}, ask });
  await check({ path: '/a' });
  await check({ path: '/a' });
  answer = true;
  await check({ path: '/a' });
  await check({ path: '/a' });
  await createLoginCheck({ env: { ANTHROPIC_API_KEY: 'x' }, ask })({ path: '/a' });
  expect(asked).toEqual(['/a', '/a', '/a']);
});
