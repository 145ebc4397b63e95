import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { callingSessions } from './calling-sessions';

const own = '11111111-1111-4111-8111-111111111111';
const above = '22222222-2222-4222-8222-222222222222';

it.runIf(process.platform === 'linux')(
  'a cleaned environment does not hide the session above it',
  async () => {
    const child = spawn('/bin/sh', ['-c', 'env -i sleep 60 & echo $!; wait'], {
      env: { ...process.env, CLAUDE_SESSION_ID: above },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) =>
      child.stdout.once('data', (chunk) => resolve(Number(String(chunk)))),
    );
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(callingSessions({ CLAUDE_CODE_SESSION_ID: own }, pid)).toEqual(
      expect.arrayContaining([own, above]),
    );
  },
);

it('what is no id is none', () => {
  expect(callingSessions({ CLAUDE_SESSION_ID: 'me' }, 0)).toEqual([]);
});
