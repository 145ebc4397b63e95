import { BASE64, BASE64_URL, createNoise, DIGITS, HEX, LOWER, type Noise, PLAIN, UPPER } from './noise';
import { secretKinds } from './secrets';

/*
 * What the rules were not made with: other kinds of innocent lines, and other ways to write a secret down. Whoever changes a rule because of
 * a line in here moves it to `learnt.ts` and writes another.
 */
const word = (n: Noise) => n.text(LOWER, 3 + n.number(7));
const title = (n: Noise) => {
  const one = word(n);
  return one.charAt(0).toUpperCase() + one.slice(1);
};
const several = (n: Noise, count: number, joint: string) => Array.from({ length: count }, () => word(n)).join(joint);
const hex = (n: Noise, length: number) => n.text(HEX, length);
const num = (n: Noise, below = 9999) => String(n.number(below));

type Innocent = readonly [kind: string, write: (n: Noise) => string];

const innocents: readonly Innocent[] = [
  ['dart', (n) => `  final String? authToken; final ${title(n)} passwordPolicy; // ${several(n, 3, ' ')}`],
  ['redis-log', (n) => `${num(n)}:M 18 Nov 2026 01:02:0${num(n, 9)}.${num(n, 900)} * DB loaded from disk: 0.${num(n, 900)} seconds, keys=${num(n)}, expires=${num(n)}`],
  ['yaml-anchor', (n) => `  auth: &${word(n)}\n    <<: *${word(n)}\n    required: true`],
  ['rust-trait', (n) => `impl<T: TokenStore> ${title(n)} for ${title(n)}<T> where T::Key: Send + 'static {`],
  ['query-page', (n) => `GET /v2/${word(n)}?page_token=&page_size=${num(n, 99)}&order_by=${word(n)} 200 ${num(n, 900)}ms`],
  ['playwright', (n) => `  ✘  ${num(n, 99)} [web] › e2e/${word(n)}.spec.ts:${num(n, 400)}:3 › ${several(n, 6, ' ')} (${num(n, 60)}.${num(n, 9)}s)`],
  ['vitest', (n) => `AssertionError: expected '${several(n, 3, ' ')}' to be '${several(n, 3, ' ')}' // Object.is equality`],
  ['coverage', (n) => `${word(n)}-${word(n)}.ts  |   ${num(n, 100)}.${num(n, 99)} |    ${num(n, 100)} |     ${num(n, 100)} | ${num(n, 300)}-${num(n, 600)}`],
  ['ls', (n) => `-rw-r--r-- 1 ${word(n)} ${word(n)} ${num(n)} Nov 1${num(n, 9)} 09:4${num(n, 9)} ${several(n, 2, '_')}.key.ts`],
  ['find', (n) => `./src/${several(n, 4, '/')}/${word(n)}-token-${word(n)}.test.ts`],
  ['grep', (n) => `src/${word(n)}/${word(n)}.ts:${num(n, 400)}:  if (token === undefined) return null; // ${word(n)}`],
  ['eslint', (n) => `  ${num(n, 400)}:${num(n, 80)}  error  '${word(n)}Token' is assigned a value but never used  no-unused-vars`],
  ['strace', (n) => `openat(AT_FDCWD, "/usr/share/${several(n, 3, '/')}", O_RDONLY|O_CLOEXEC) = ${num(n, 20)}`],
  ['ps', (n) => `${word(n)}  ${num(n)}  0.${num(n, 9)}  1.${num(n, 9)} ${num(n, 999999)} ${num(n, 99999)} ?  Ssl  10:0${num(n, 9)}  0:0${num(n, 9)} /usr/bin/${word(n)} --config /etc/${word(n)}.conf`],
  ['systemd', (n) => `Nov 18 01:0${num(n, 9)}:1${num(n, 9)} ${word(n)} systemd[1]: Started ${title(n)} ${title(n)} Service.`],
  ['curl-head', (n) => `< etag: W/"${hex(n, 4)}-${n.text(BASE64, 27)}"\n< content-type: application/json; charset=utf-8`],
  ['csp', (n) => `content-security-policy: script-src 'nonce-${n.text(BASE64, 22)}==' 'strict-dynamic'`],
  ['openapi', (n) => `    securitySchemes:\n      bearerAuth:\n        type: http\n        scheme: bearer\n        description: ${several(n, 3, ' ')}`],
  ['proto', (n) => `  string access_token = ${1 + n.number(20)}; // ${several(n, 3, ' ')}`],
  ['swift', (n) => `let ${word(n)}Key = UserDefaults.standard.string(forKey: "${word(n)}.${word(n)}")`],
  ['java', (n) => `    private final PasswordEncoder passwordEncoder = new ${title(n)}PasswordEncoder();`],
  ['spring', (n) => `@Value("#{${word(n)}.${word(n)}}") private String ${word(n)}Secret;`],
  ['clojure', (n) => `(defn ${word(n)}-token [${word(n)}] (get-in ${word(n)} [:auth :token]))`],
  ['elixir', (n) => `  def ${word(n)}(%{"token" => token} = params), do: ${title(n)}.verify(token, params)`],
  ['lua', (n) => `local password = ngx.req.get_uri_args()["${word(n)}"] or ""`],
  ['jest-snap', (n) => `exports[\`${several(n, 3, ' ')} 1\`] = \`<div class="${word(n)}__${word(n)}--${hex(n, 5)}">\``],
  ['tailwind', (n) => `class="flex items-center gap-2 text-sm/6 data-[state=open]:${word(n)}-${num(n, 90)} md:w-[${num(n, 900)}px]"`],
  ['svg', (n) => `<path d="M${num(n, 90)}.${num(n, 9)} ${num(n, 90)}c-${num(n, 9)}.${num(n, 99)} 0-${num(n, 9)} ${num(n, 9)}-${num(n, 9)} ${num(n, 9)}s${num(n, 9)} ${num(n, 9)}z" fill="#${hex(n, 6)}"/>`],
  ['changelog', (n) => `- **auth:** keep the session key of ${word(n)} until logout ([#${num(n)}](https://example.org/${word(n)}/issues/${num(n)})) ([${hex(n, 7)}](https://example.org/c/${hex(n, 40)}))`],
  ['wasm', (n) => `wasm-function[${num(n)}]@https://${word(n)}.example.org/pkg/${several(n, 2, '_')}_bg.wasm:0x${hex(n, 5)}`],
  ['core', (n) => `#${num(n, 20)}  0x${hex(n, 16)} in ${several(n, 2, '_')} (this=0x${hex(n, 12)}) at ../${word(n)}/${word(n)}.cc:${num(n)}`],
  ['readelf', (n) => `    Build ID: ${hex(n, 40)}`],
  ['apt', (n) => `Get:${num(n, 30)} http://deb.example.org/debian bookworm/main amd64 lib${word(n)}${num(n, 9)} amd64 ${num(n, 9)}.${num(n, 30)}-${num(n, 9)}+deb12u${num(n, 9)} [${num(n, 900)} kB]`],
  ['cargo', (n) => `   Compiling ${several(n, 2, '-')} v${num(n, 9)}.${num(n, 30)}.${num(n, 9)} (/home/${word(n)}/${word(n)}/crates/${word(n)}-key)`],
  ['yarn-berry', (n) => `"${word(n)}@npm:^${num(n, 9)}.0.0":\n  version: ${num(n, 9)}.${num(n, 9)}.0\n  checksum: 10c0/${hex(n, 128)}`],
  ['pnpm', (n) => `  /${word(n)}@${num(n, 9)}.${num(n, 9)}.0:\n    resolution: {integrity: sha512-${n.text(BASE64, 86)}==}`],
  ['composer', (n) => `            "reference": "${hex(n, 40)}",\n            "shasum": ""`],
  ['podfile', (n) => `  ${title(n)}${title(n)}: ${hex(n, 40)}`],
  ['mermaid', (n) => `    ${title(n)}-->>${title(n)}: POST /oauth/token (grant_type=${word(n)})`],
  ['prose-key', (n) => `The key idea is that each ${word(n)} owns its own ${word(n)}; a secret is never passed by ${word(n)}.`],
  ['prose-pass', (n) => `All ${num(n)} tests pass; pass: ${word(n)} to skip the ${word(n)} ones.`],
  ['chat', (n) => `Please rotate the ${word(n)} token when you can, the password prompt on ${word(n)} still shows up.`],
  ['table-md', (n) => `| \`${word(n)}_token\` | string | the token of the ${word(n)}; see [auth](./auth.md) |`],
  ['cron', (n) => `*/${num(n, 59)} * * * * ${word(n)} /usr/local/bin/${several(n, 2, '-')} >> /var/log/${word(n)}.log 2>&1`],
  ['geo', (n) => `{"lat":${num(n, 90)}.${n.text(DIGITS, 7)},"lon":-${num(n, 180)}.${n.text(DIGITS, 7)},"geohash":"${n.text('0123456789bcdefghjkmnpqrstuvwxyz', 9)}"}`],
  ['phone', (n) => `Tel. +49 ${n.text(DIGITS, 3)} ${n.text(DIGITS, 7)}, IBAN DE${n.text(DIGITS, 20)}`],
  ['s3-key', (n) => `s3://${several(n, 2, '-')}/${word(n)}/dt=2026-11-1${num(n, 9)}/part-${n.text(DIGITS, 5)}-${hex(n, 8)}-${hex(n, 4)}-${hex(n, 4)}-${hex(n, 4)}-${hex(n, 12)}.snappy.parquet`],
  ['dom-id', (n) => `<label for=":r${num(n, 90)}:" data-testid="${word(n)}-password-label">${title(n)}</label>`],
  ['vim', (n) => `nnoremap <leader>${n.pick(['a', 'b', 'c'])} :${title(n)}${title(n)}<CR>`],
  ['latex', (n) => `\\newcommand{\\${word(n)}}[1]{\\textbf{#1}} % key: ${word(n)}`],
  ['caps', (n) => `${n.text(UPPER, 5)}_${n.text(UPPER, 4)}_KEYS = [${Array.from({ length: 4 }, () => `'${word(n)}'`).join(', ')}]`],
  ['short-url', (n) => `https://example.org/s/${n.text(BASE64_URL, 8)}?ref=${word(n)}`],
  ['docker-layer', (n) => `${hex(n, 12)}: Pull complete\nDigest: sha256:${hex(n, 64)}`],
  ['git-status', (n) => ` M src-main/${word(n)}/${several(n, 2, '-')}.ts\n?? ${word(n)}/.env.example`],
  ['model', (n) => `{"model":"claude-${word(n)}-4-${num(n, 9)}-2025${n.text(DIGITS, 4)}","usage":{"input_tokens":${num(n)},"cache_creation_input_tokens":${num(n)}}}`],
  ['plain', (n) => `${n.text(PLAIN, 4)} ${n.text(PLAIN, 6)} ${num(n)}`],
];

export function heldOutNegatives(count: number, seed: number): { kind: string; text: string }[] {
  const noise = createNoise(seed);
  return Array.from({ length: count }, (_, index) => {
    const [kind, write] = innocents[index % innocents.length] as Innocent;
    return { kind, text: write(noise) };
  });
}

type Form = readonly [form: string, write: (name: string, secret: string, n: Noise) => string];
const camel = (name: string) => name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const forms: readonly Form[] = [
  ['k8s-env', (name, secret) => `        - name: ${name}\n          value: "${secret}"\n        - name: PORT`],
  ['json-pair', (name, secret) => `{"env":[{"name":"${name}","value":"${secret}"},{"name":"A","value":"1"}]}`],
  ['java-system', (name, secret) => `java -D${name.toLowerCase().replaceAll('_', '.')}=${secret} -jar app.jar`],
  ['perl', (name, secret) => `my $${name.toLowerCase()} = '${secret}';`],
  ['js-template', (name, secret) => `const ${camel(name)} = \`${secret}\`;`],
  ['kotlin-val', (name, secret) => `val ${camel(name)}: String = "${secret}"`],
  ['swift-let', (name, secret) => `static let ${camel(name)} = "${secret}"`],
  ['heredoc', (name, secret) => `cat > .env <<EOF\nPORT=1\n${name}=${secret}\nEOF`],
  ['sed', (name, secret) => `echo '${name}=${secret}' >> .env`],
  ['printf', (name, secret) => `printf "%s\\n" "${name}=${secret}" > f`],
  ['docker-e', (name, secret, n) => `docker run -e ${name}=${secret} --rm ${word(n)}`],
  ['cookie-json', (name, secret) => `\\"${camel(name)}\\":\\"${secret}\\",\\"expires\\":3600`],
  ['elixir-config', (name, secret, n) => `config :${word(n)}, ${name.toLowerCase()}: "${secret}"`],
  ['nix-set', (name, secret) => `environment.variables.${name} = "${secret}";`],
];

export function heldOutSecrets(seed: number): { kind: string; form: string; text: string; secrets: string[] }[] {
  const noise = createNoise(seed);
  return secretKinds.flatMap(({ kind, name, make }) =>
    forms.map(([form, write]) => {
      const secret = make(noise);
      return { kind, form, text: write(name, secret, noise), secrets: [secret] };
    }),
  );
}
