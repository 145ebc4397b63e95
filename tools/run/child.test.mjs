import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT, runNode } from './child.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beads-console-child-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function script(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a child', () => {
  it('gives its code and everything it said', async () => {
    const file = script('a.mjs', "console.log('out'); console.error('err'); process.exitCode = 3;");
    const result = await runNode(file, []);
    expect([result.code, result.output.includes('out\n'), result.output.includes('err\n')]).toEqual([
      3,
      true,
      true,
    ]);
  });

  it('is ended with all it started when the command is interrupted', async () => {
    const pids = join(folder, 'pids');
    const grandchild = script('grandchild.mjs', 'setInterval(() => {}, 1000);');
    const child = script(
      'child.mjs',
      `import { spawn } from 'node:child_process';
       import { renameSync, writeFileSync } from 'node:fs';
       const one = spawn(process.execPath, [${JSON.stringify(grandchild)}]);
       writeFileSync(${JSON.stringify(`${pids}.part`)}, process.pid + ' ' + one.pid);
       renameSync(${JSON.stringify(`${pids}.part`)}, ${JSON.stringify(pids)});
       setInterval(() => {}, 1000);`,
    );
    const command = script(
      'command.mjs',
      `import { endChildrenOnSignals, runNode } from ${JSON.stringify(pathToFileURL(join(ROOT, 'tools/run/child.mjs')).href)};
       endChildrenOnSignals();
       await runNode(${JSON.stringify(child)}, []);`,
    );
    const running = spawn(process.execPath, [command], { stdio: 'ignore' });
    const ended = once(running, 'exit');
    const started = await vi.waitFor(() => readFileSync(pids, 'utf8').split(' ').map(Number), {
      timeout: 20_000,
    });
    running.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await vi.waitFor(() => expect(started.map(isAlive)).toEqual([false, false]), { timeout: 20_000 });
  });
});
