/*
 * Bars of the privacy filter, per core, over text as transcripts hold it (code, logs, lock files, a secret every few KB):
 *   mb_per_s   >= 40 (aim 100) at the strictest level, `redacted`; `shapes` is told beside it
 *   scan_ratio >= 0.40 of one plain scan of the same text by a single regular expression, in turns in the same run
 *   scaling    hostile text four times as long takes at most ten times as long (worse than linear would be sixteen): no rule is worse than linear
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROUNDS = 7;
const SIZE = 4_000_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const privacy = `${root}src-shared/domain/privacy/`;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 100) / 100;

async function load(folder) {
  const { rolldown } = await import('rolldown');
  const id = `${root}bench/redact-entry.ts`;
  const source = `
    export { filterText } from '${privacy}filter-text.ts';
    export { labelledSecrets } from '${privacy}testdata/secrets.ts';
    export { innocentLines } from '${privacy}testdata/innocent.ts';`;
  const build = await rolldown({
    input: id,
    platform: 'node',
    resolve: { tsconfigFilename: `${root}tsconfig.node.json` },
    plugins: [
      {
        name: 'entry',
        resolveId: (name) => (name === id ? id : null),
        load: (name) => (name === id ? source : null),
      },
    ],
  });
  const file = join(folder, 'redact.mjs');
  await build.write({ file, format: 'esm' });
  await build.close();
  return import(pathToFileURL(file).href);
}

/** Our own sources, documents and lock file in pieces of 64 KB, with a line of the corpus (every fifth a secret) every 2 KB. */
function transcriptText({ labelledSecrets, innocentLines }) {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--', 'src-main', 'src-shared', 'docs', 'package-lock.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\0')
    .filter((name) => /\.(?:ts|md|json|jsonl)$/.test(name));
  const secrets = labelledSecrets(5);
  const innocent = innocentLines(2000, 21);
  let text = '';
  for (const [index, name] of files.entries()) {
    const source = readFileSync(join(root, name), 'utf8');
    for (let at = 0; at < source.length; at += 2000) {
      const list = (index + at / 2000) % 5 === 0 ? secrets : innocent;
      text += `${source.slice(at, at + 2000)}\n${list[(index + at / 2000) % list.length].text}\n`;
    }
    if (text.length >= SIZE) break;
  }
  return Array.from({ length: Math.floor(text.length / 65_536) }, (_item, index) =>
    // Through bytes, so that every piece is a string of its own as it comes from a file.
    Buffer.from(text.slice(index * 65_536, (index + 1) * 65_536)).toString(),
  );
}

/** Of a core, not of the wall: what else runs on the machine is not what is measured. */
const seconds = (work) => {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
};

const hostile = [
  'a',
  '/',
  'eyJ-',
  'key="',
  'key=',
  "password='",
  '://',
  '${',
  '-----BEGIN PRIVATE KEY-----\n',
  'password',
  ' -u a:',
  'sk-',
  'mysql ',
  'password: |\n ',
  'login password ',
  'token=\\"',
  'a.b-c/',
  '\u001b[',
  'Bearer ',
  'SG.',
  '1234567890:',
  '<password>',
  "set('token', ",
  'name: TOKEN\n value',
  'set -gx TOKEN ',
  'token: a ',
  '$token = ',
  '<li key=',
  '%3A%2F%2Fa%3Ab',
  'cookie:a=',
  'create user password ',
];

const folder = mkdtempSync(join(tmpdir(), 'bc-redact-'));
try {
  const { filterText, ...corpus } = await load(folder);
  const pieces = transcriptText(corpus);
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const single = /[A-Za-z0-9_]+[ \t]*[=:]/g;
  const each = (work) => () => {
    for (const piece of pieces) work(piece);
  };
  const passes = {
    redacted: each((piece) => filterText(piece, 'redacted')),
    shapes: each((piece) => filterText(piece, 'shapes')),
    scan: each((piece) => {
      single.lastIndex = 0;
      while (single.test(piece));
    }),
  };
  const times = { redacted: [], shapes: [], scan: [] };
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const name of Object.keys(passes)) times[name].push(seconds(passes[name]));
  const rate = (name) => bytes / 1e6 / median(times[name]);
  const worst = hostile
    .flatMap((unit) => [
      { unit, level: 'redacted' },
      { unit, level: 'shapes' },
    ])
    .map(({ unit, level }) => {
      const of = (length) => {
        const text = unit.repeat(Math.floor(length / unit.length));
        return Math.min(...[1, 2, 3].map(() => seconds(() => filterText(text, level))));
      };
      // Below a millisecond the clock and the collector are what is measured.
      return { unit, growth: of(400_000) / Math.max(0.001, of(100_000)) };
    })
    .toSorted((a, b) => b.growth - a.growth)[0];
  const figures = {
    bench: 'redact',
    mb_per_s: round(rate('redacted')),
    shapes_mb_per_s: round(rate('shapes')),
    scan_mb_per_s: round(rate('scan')),
    scan_ratio: round(rate('redacted') / rate('scan')),
    scaling: round(worst.growth),
    scaling_of: worst.unit,
    bars: { mb_per_s: 40, scan_ratio: 0.4, scaling: 10 },
  };
  figures.ok = figures.mb_per_s >= 40 && figures.scan_ratio >= 0.4 && figures.scaling <= 10;
  console.log(JSON.stringify(figures));
  process.exitCode = figures.ok ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
