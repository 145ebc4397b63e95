import { hold } from './child.mjs';
import { findProgram, installDebian } from './programs.mjs';

/**
 * A screen nobody looks at, so that windows do not jump into a person's face: `{ display, end }` or `{ problem }`.
 * Xvfb picks a free number itself and tells it on a pipe; guessing one would race with another run.
 */
export async function startDisplay(say) {
  if (process.platform !== 'linux') return { display: undefined, end: async () => {} };
  if (!findProgram(['Xvfb'])) {
    const problem = await installDebian(['xvfb', 'xauth', 'dbus'], say);
    if (problem) return { problem: `there is no Xvfb; ${problem}` };
  }
  const { child, end } = hold(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await new Promise((resolve) => {
    let text = '';
    child.stdio[3].on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('error', () => resolve(null));
    child.once('close', () => resolve(null));
  });
  return number === null ? { problem: 'Xvfb did not start' } : { display: `:${number}`, end };
}
