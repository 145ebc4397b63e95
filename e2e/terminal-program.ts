import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A program that says it is Claude and then only shows what reaches it: the bytes that were typed, the size of its terminal,
 * and, when `h` is typed, everything that a hostile program would try.
 */
const SOURCE = `#!/usr/bin/env node
if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
  process.exit(0);
}
const HOSTILE =
  '\\x1b]0;a title of its own\\x07\\x1b]52;c;ZXZpbA==\\x07\\x1b[21t\\x1b[5n' +
  '\\x1b]8;;https://evil.example/hidden\\x1b\\\\nice words\\x1b]8;;\\x1b\\\\ \\x1b[38;2;1;200;3mtrue green\\x1b[0m\\r\\n';
process.stdin.setRawMode(true);
process.stdin.on('data', (bytes) => {
  const text = bytes.toString('latin1');
  if (text === '\\x03') process.exit(7);
  process.stdout.write(text === 'h' ? HOSTILE : 'got ' + bytes.toString('hex') + '.\\r\\n');
});
process.stdout.on('resize', () => process.stdout.write('size ' + process.stdout.columns + '.\\r\\n'));
process.stdout.write('\\x1b[?2004hready\\r\\n');
`;

export async function makeTerminalProgram(folder: string): Promise<string> {
  const file = join(folder, 'shows-what-it-gets.mjs');
  await writeFile(file, SOURCE);
  await chmod(file, 0o755);
  return file;
}
