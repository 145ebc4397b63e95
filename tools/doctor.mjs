import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { withoutOwnPrograms } from '../bin/own-path.mjs';
import { build, ROOT } from './build.mjs';

process.env.PATH = withoutOwnPrograms(process.env.PATH ?? '', ROOT);

/** `npm run doctor`: the app's own doctor, built first when it has to be. */
const built = await build({ say: (line) => process.stderr.write(`${line}\n`) });
if (built.ok) {
  const args = [join(ROOT, 'out', 'main', 'cli.js'), 'doctor', ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  child.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.stderr.write(`The build failed.\n${built.problem}\n`);
  process.exitCode = 1;
}
