// Makes src-main/adapters/transcripts/scan-code.ts of the program in src-wasm. `--check`: only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = 'src-main/adapters/transcripts/scan-code.ts';
const FLAGS = '-O3 --runtime stub --noAssert --enable simd --importMemory --stackSize 0'.split(' ');

let code = null;
const { error, stderr } = await asc.main(
  ['src-wasm/index.ts', '--baseDir', root, ...FLAGS, '--outFile', 'scan.wasm'],
  {
    writeFile(name, content) {
      if (name.endsWith('.wasm')) code = content;
    },
  },
);
if (error !== null || code === null) {
  console.error(stderr.toString());
  process.exit(1);
}
const lines =
  Buffer.from(code)
    .toString('base64')
    .match(/.{1,100}/g) ?? [];
const text = `/* Made of src-wasm by \`node tools/wasm.mjs\`. */
export const SCAN_CODE =
  '${lines.join("' +\n  '")}';
`;
const isCurrent = readFileSync(`${root}/${target}`, { encoding: 'utf8', flag: 'a+' }) === text;
if (process.argv.includes('--check')) {
  if (!isCurrent) console.error(`${target} is not what src-wasm says: run node tools/wasm.mjs`);
  process.exitCode = isCurrent ? 0 : 1;
} else if (!isCurrent) writeFileSync(`${root}/${target}`, text);
