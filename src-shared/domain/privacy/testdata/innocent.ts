import { BASE64, createNoise, DIGITS, HEX, LOWER, type Noise, PLAIN } from './noise';

const words =
  'alpha beta board bead branch build cache card chain claim client commit config console context cost cursor daemon data draft event export feature filter folder format frame handler history index input journal kernel layout ledger lock marker merge message module monkey notice option output packet parser party path pause plan port process project prompt query queue record release report result review route runner sample schema scope script search server session signal socket source state store stream summary switch table target task test theme thread ticket timer title tool track trace transcript tree turn update value version view watch window worker'.split(
    ' ',
  );

const word = (noise: Noise) => noise.pick(words);
const several = (noise: Noise, count: number, joint: string) => Array.from({ length: count }, () => word(noise)).join(joint);
const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const uuid = (noise: Noise) => [8, 4, 4, 4, 12].map((length) => noise.text(HEX, length)).join('-');

type Kind = readonly [kind: string, write: (noise: Noise) => string];

/** What looks like a secret to a careless eye. */
export const innocentKinds: readonly Kind[] = [
  ['sha1', (n) => `commit ${n.text(HEX, 40)}`],
  ['sha1-short', (n) => `${n.text(HEX, 7)}..${n.text(HEX, 7)} ${word(n)} -> origin/${word(n)}`],
  ['sha256', (n) => `${n.text(HEX, 64)}  ${several(n, 2, '-')}.tar.gz`],
  ['sha512', (n) => `sha512: ${n.text(HEX, 128)}`],
  ['digest', (n) => `image: ${word(n)}/${word(n)}@sha256:${n.text(HEX, 64)}`],
  ['md5', (n) => `ETag: "${n.text(HEX, 32)}"`],
  ['uuid', (n) => `session ${uuid(n)} started by ${word(n)}`],
  ['uuid-field', (n) => `{"${word(n)}_id": "${uuid(n)}", "ok": true}`],
  ['lock-npm', (n) => `      "integrity": "sha512-${n.text(BASE64, 86)}==",`],
  ['lock-npm-url', (n) => `      "resolved": "https://registry.example.org/@${word(n)}/${several(n, 2, '-')}/-/${word(n)}-1.${n.number(9)}.0.tgz",`],
  ['lock-yarn', (n) => `  checksum: 10/${n.text(HEX, 128)}`],
  ['lock-cargo', (n) => `checksum = "${n.text(HEX, 64)}"`],
  ['lock-go', (n) => `example.com/${word(n)} v1.${n.number(20)}.0 h1:${n.text(BASE64, 43)}=`],
  ['lock-poetry', (n) => `    {file = "${word(n)}-1.0.whl", hash = "sha256:${n.text(HEX, 64)}"},`],
  ['path', (n) => `cat /home/${word(n)}/${several(n, 7, '/')}/${several(n, 3, '-')}.ts`],
  ['path-long', (n) => `at ${title(word(n))} (/srv/app/node_modules/${several(n, 3, '-')}/dist/${several(n, 6, '/')}/index.js:${n.number(900)}:${n.number(80)})`],
  ['path-hash', (n) => `/var/lib/docker/overlay2/${n.text(HEX, 64)}/merged/${several(n, 2, '/')}`],
  ['path-build', (n) => `dist/assets/${word(n)}-${n.text(PLAIN, 8)}.js   ${n.number(900)}.${n.number(99)} kB`],
  ['branch', (n) => `git switch feature/${several(n, 10, '-')}`],
  ['identifier', (n) => `const ${several(n, 3, '_')} = create${title(word(n))}${title(word(n))}(${word(n)});`],
  ['long-name', (n) => `${Array.from({ length: 9 }, () => title(word(n))).join('')}.test.ts`],
  ['url', (n) => `see https://example.com/${several(n, 3, '/')}?page=${n.number(99)}&sort=${word(n)}#${word(n)}`],
  ['url-user', (n) => `git clone ssh://git@git.example.com/${word(n)}/${word(n)}.git`],
  ['mail', (n) => `Author: ${title(word(n))} <${word(n)}@example.com>`],
  ['counts', (n) => `max_tokens=${n.number(9000)} input_tokens: ${n.number(90000)} total_tokens=${n.number(99999)}`],
  ['code-type', (n) => `  ${n.pick(['password', 'token', 'secret', 'apiKey', 'passphrase'])}: ${n.pick(['string', 'boolean', 'string | null', 'Buffer', 'SecretStr'])};`],
  ['code-call', (n) => `const ${n.pick(['token', 'password', 'secret'])} = await ${word(n)}${title(word(n))}(${word(n)});`],
  ['code-member', (n) => `  ${n.pick(['token', 'password', 'apiKey'])}: ${n.pick(['config', 'options', 'process.env', 'this'])}.${n.pick(['token', 'password', 'apiKey'])},`],
  ['code-about', (n) => `${n.pick(['token_type', 'password_length', 'key_id', 'secret_name', 'token_count', 'passwordField', 'primary_key', 'public_key_path'])}: ${word(n)}`],
  ['code-key', (n) => `{ key: '${word(n)}', label: '${title(word(n))}' }`],
  ['prose', (n) => `The ${n.pick(['token', 'password', 'key', 'secret'])} of the ${word(n)} is read by the ${word(n)} and never written.`],
  ['prose-colon', (n) => `${n.pick(['Token', 'Password', 'Secret'])}: it is asked of the ${word(n)} once.`],
  ['log', (n) => `2026-01-${10 + n.number(18)}T10:${10 + n.number(49)}:00.000Z INFO ${several(n, 2, '.')} took ${n.number(900)}ms`],
  ['test-line', (n) => `  ✓ ${several(n, 4, ' ')} (${n.number(99)} ms)`],
  ['ruler', (n) => n.pick(['-', '=', '_', '/', '*', '#']).repeat(60 + n.number(40))],
  ['table', () => `+${'-'.repeat(30)}+${'-'.repeat(30)}+`],
  ['version', (n) => `${several(n, 2, '-')}@${n.number(20)}.${n.number(20)}.${n.number(99)}-beta.${n.number(9)}`],
  ['numbers', (n) => `${n.text(DIGITS, 12)} ${n.text(DIGITS, 16)} ${n.number(9)}.${n.text(DIGITS, 14)}`],
  ['css', (n) => `.${several(n, 2, '-')} { color: #${n.text(HEX, 6)}; margin: ${n.number(9)}px; }`],
  ['import', (n) => `import { ${word(n)}${title(word(n))} } from '../${several(n, 4, '/')}/${several(n, 2, '-')}';`],
  ['diff-head', (n) => `index ${n.text(HEX, 10)}..${n.text(HEX, 10)} 100644`],
  ['html', (n) => `<input type="password" name="password" placeholder="${title(word(n))}" autocomplete="off">`],
  ['label', () => `  "password": "Password", "token_hint": "Enter your token here",`],
  ['empty', (n) => `${n.pick(['PASSWORD', 'API_KEY', 'TOKEN'])}=${n.pick(['', '""', '<your key>', '********', 'null'])}`],
  ['sentence', (n) => `${title(several(n, 3, ' '))}, ${n.text(LOWER, 4)} ${several(n, 5, ' ')}.`],
];

export function innocentLines(count: number, seed: number): { kind: string; text: string }[] {
  const noise = createNoise(seed);
  return Array.from({ length: count }, (_item, index) => {
    const [kind, write] = innocentKinds[index % innocentKinds.length] as Kind;
    return { kind, text: write(noise) };
  });
}

/** Pictures are no secret; under `redacted` their bytes go like all long base64, elsewhere they stay. */
export function pictureLines(count: number, seed: number): string[] {
  const noise = createNoise(seed);
  return Array.from(
    { length: count },
    () => `<img src="data:image/png;base64,${['iVBOR', 'w0KGgo'].join('')}${noise.text(BASE64, 180)}==">`,
  );
}
