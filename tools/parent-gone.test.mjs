import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('is told when the process that started it is killed', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'parent-gone.mjs')).href;
  const child = `import { onParentGone } from '${module}';
    const alive = setInterval(() => {}, 1000);
    onParentGone(() => { console.log('alone'); clearInterval(alive); }, { everyMs: 10 });
    console.log('here');`;
  const parent = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(child)}], { stdio: ['ignore', 1, 2] });`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = [];
  const lines = createInterface({ input: killed.stdout });
  lines.on('line', (line) => {
    said.push(line);
    if (line === 'here') killed.kill('SIGKILL');
  });
  // Ends when the last holder of the pipe does: the child, once it knows.
  await once(lines, 'close');
  expect(said).toEqual(['here', 'alone']);
});
