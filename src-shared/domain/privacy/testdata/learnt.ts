import { BASE64, BASE64_URL, createNoise, DIGITS, HEX, LOWER, type Noise, PLAIN, UPPER } from './noise';
import { secretKinds } from './secrets';

/*
 * Once a hold-out; seven kinds of these lines and seven of these forms were judged wrongly when they were first measured, so the rules learnt from them.
 * What they never saw is in `held-out.ts`.
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

export const learntInnocents: readonly Innocent[] = [
  ['ulid', (n) => `{"event":"${word(n)}","id":"01H${n.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}"}`],
  ['nanoid', (n) => `<li key="${n.text(BASE64_URL, 21)}">${title(n)}</li>`],
  ['ssh-public', (n) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${n.text(PLAIN, 20)} ${word(n)}@${word(n)}`],
  ['git-log', (n) => `* ${hex(n, 9)} (HEAD -> ${word(n)}, origin/${word(n)}) ${several(n, 4, ' ')}`],
  ['git-blame', (n) => `${hex(n, 8)} (${title(n)} ${title(n)} 2025-0${1 + n.number(9)}-11 09:3${n.number(9)}:21 +0200 ${num(n)}) return ${word(n)};`],
  ['docker-ps', (n) => `${hex(n, 12)}   ${word(n)}:${num(n, 20)}   "/docker-entrypoint.s…"   ${num(n, 50)} minutes ago   Up   0.0.0.0:${num(n)}->80/tcp   ${word(n)}_${word(n)}_1`],
  ['k8s-pod', (n) => `${several(n, 2, '-')}-${n.text('bcdfghjklmnpqrstvwxz2456789', 10)}-${n.text('bcdfghjklmnpqrstvwxz2456789', 5)}   1/1   Running   ${num(n, 9)}   ${num(n, 90)}d`],
  ['k8s-yaml', (n) => `        - name: ${word(n)}\n          valueFrom:\n            secretKeyRef:\n              name: ${several(n, 2, '-')}\n              key: ${word(n)}`],
  ['gha', (n) => `        env:\n          NODE_ENV: ${word(n)}\n          CI: true\n        run: npm run ${word(n)}:${word(n)}`],
  ['terraform', (n) => `  # aws_${word(n)}.${word(n)} will be updated in-place\n  ~ resource "aws_${word(n)}" "${word(n)}" { id = "sg-${hex(n, 17)}" }`],
  ['arn', (n) => `arn:aws:iam::${n.text(DIGITS, 12)}:role/${several(n, 3, '-')}`],
  ['access-log', (n) => `10.${num(n, 255)}.0.${num(n, 255)} - - [12/Mar/2026:10:${10 + n.number(49)}:01 +0000] "GET /${several(n, 2, '/')}?page=${num(n)} HTTP/1.1" 200 ${num(n)} "-" "curl/8.5.0"`],
  ['py-trace', (n) => `  File "/usr/lib/python3.12/site-packages/${word(n)}/${word(n)}.py", line ${num(n)}, in ${several(n, 2, '_')}\n    raise ${title(n)}Error(f"{${word(n)}!r}")`],
  ['java-trace', (n) => `\tat com.${word(n)}.${word(n)}.${title(n)}${title(n)}.${word(n)}(${title(n)}.java:${num(n)})`],
  ['go-test', (n) => `--- FAIL: Test${title(n)}${title(n)} (0.${num(n, 99)}s)\n    ${several(n, 2, '_')}_test.go:${num(n)}: got ${num(n)}, want ${num(n)}`],
  ['rust', (n) => `error[E0${n.text(DIGITS, 3)}]: cannot borrow \`${word(n)}\` as mutable\n  --> src/${several(n, 2, '_')}.rs:${num(n)}:${num(n, 80)}`],
  ['sql', (n) => `SELECT ${word(n)}_id, password_hash, created_at FROM ${word(n)}s WHERE ${word(n)} = ${num(n)} ORDER BY ${word(n)};`],
  ['sql-ddl', (n) => `  ${word(n)}_token VARCHAR(${num(n)}) NOT NULL, secret_${word(n)} TEXT, PRIMARY KEY (${word(n)}_id)`],
  ['csv', (n) => `${num(n)},${title(n)},${word(n)}@example.org,2026-0${1 + n.number(9)}-0${1 + n.number(9)},${num(n)}.${num(n, 99)},${hex(n, 8)}`],
  ['py-arg', (n) => `def ${several(n, 2, '_')}(user: str, password: str | None = None, *, token: Optional[str] = None) -> ${title(n)}:`],
  ['go-struct', (n) => `\tPassword string \`json:"password,omitempty" ${word(n)}:"${word(n)}"\``],
  ['rust-field', (n) => `    pub api_key: Option<String>, // ${several(n, 4, ' ')}`],
  ['ts-read', (n) => `const apiKey = process.env.${n.text(UPPER, 6)}_API_KEY ?? throwMissing('${word(n)}');`],
  ['ts-generic', (n) => `export type ${title(n)}Token = z.infer<typeof ${title(n)}TokenSchema>;`],
  ['react', (n) => `<PasswordField label="${title(n)}" value={password} onChange={(e) => set${title(n)}(e.target.value)} />`],
  ['i18n', (n) => `  "auth.password.label": "${title(n)} ${word(n)}", "auth.token.expired": "Your ${word(n)} has expired.",`],
  ['env-example', (n) => `${n.text(UPPER, 5)}_TOKEN=<your-${word(n)}-token>\n${n.text(UPPER, 4)}_PASSWORD=<change me>`],
  ['docs', (n) => `Set the \`API_KEY\` variable to your key, then run \`${word(n)} login\`. The token is stored in the ${word(n)} keychain.`],
  ['docs-header', (n) => `Send the header \`Authorization: Bearer <token>\` with every ${word(n)} request.`],
  ['commit-msg', (n) => `fix(auth): refresh token ${word(n)} before it expires (#${num(n)})`],
  ['mac', (n) => `ether ${Array.from({ length: 6 }, () => hex(n, 2)).join(':')} txqueuelen 1000`],
  ['ipv6', (n) => `inet6 fe80::${hex(n, 4)}:${hex(n, 4)}:${hex(n, 4)}:${hex(n, 4)}/64 scope link`],
  ['gpg', (n) => `gpg: key ${n.text('0123456789ABCDEF', 16)}: "${title(n)} <${word(n)}@example.org>" not changed`],
  ['fingerprint', (n) => `SHA256:${n.text(BASE64, 43)} ${word(n)}@${word(n)} (ED25519)`],
  ['certificate', (n) => `-----BEGIN CERTIFICATE-----\nMIIB${n.text(PLAIN, 40)}\n-----END CERTIFICATE-----`.slice(0, 70)],
  ['cursor', (n) => `GET /api/v1/sessions?cursor=${n.text(LOWER + DIGITS, 9)}.${hex(n, 8)}-${hex(n, 4)}-4${hex(n, 3)}-8${hex(n, 3)}-${hex(n, 12)}&limit=50`],
  ['trace-id', (n) => `traceparent: 00-${hex(n, 32)}-${hex(n, 16)}-01`],
  ['webpack', (n) => `asset ${word(n)}.${hex(n, 20)}.js ${num(n)} KiB [emitted] [immutable] [minimized] (name: ${word(n)})`],
  ['map-url', (n) => `//# sourceMappingURL=${several(n, 2, '-')}.${hex(n, 8)}.js.map`],
  ['css-url', (n) => `background: url("/assets/${word(n)}-${n.text(PLAIN, 10)}.png") no-repeat;`],
  ['regex', (n) => `const ${word(n)} = /^(?:${word(n)}|[A-Za-z0-9_-]{${num(n, 40)},})\\.${word(n)}$/;`],
  ['uuid-path', (n) => `open /tmp/${hex(n, 8)}-${hex(n, 4)}-4${hex(n, 3)}-9${hex(n, 3)}-${hex(n, 12)}/${word(n)}.sock`],
  ['tool-ids', (n) => `{"type":"tool_use","id":"toolu_01${n.text(PLAIN, 22)}","name":"Bash"}`],
  ['message-ids', (n) => `{"id":"msg_01${n.text(PLAIN, 22)}","requestId":"req_011${n.text(PLAIN, 21)}"}`],
  ['prices', (n) => `input_tokens: ${num(n)}, cache_read_input_tokens: ${num(n)}, output_tokens: ${num(n)}, max_tokens: 32000`],
  ['bead', (n) => `${word(n)}-${n.text(LOWER + DIGITS, 3)}  P${num(n, 4)}  open  ${several(n, 5, ' ')}`],
  ['makefile', (n) => `${word(n)}: ${several(n, 3, ' ')}\n\t@echo "${several(n, 3, ' ')}" && ./${word(n)}.sh --key-file ./${word(n)}.pem`],
  ['nginx', (n) => `    ssl_certificate_key /etc/ssl/private/${several(n, 2, '-')}.key;`],
  ['ssh-config', (n) => `Host ${word(n)}\n  IdentityFile ~/.ssh/id_${word(n)}\n  PasswordAuthentication no`],
  ['toml-dep', (n) => `${several(n, 2, '-')} = { version = "${num(n, 9)}.${num(n, 30)}", features = ["${word(n)}", "token-${word(n)}"] }`],
  ['pip', (n) => `Downloading ${several(n, 2, '_')}-${num(n, 9)}.${num(n, 30)}.${num(n, 9)}-cp312-cp312-manylinux_2_17_x86_64.whl (${num(n, 900)} kB)`],
  ['hash-line', (n) => `    --hash=sha256:${hex(n, 64)} \\`],
  ['go-sum', (n) => `github.com/${word(n)}/${word(n)} v0.${num(n, 30)}.${num(n, 9)}/go.mod h1:${n.text(BASE64, 43)}=`],
  ['nix', (n) => `/nix/store/${n.text('0123456789abcdfghijklmnpqrsvwxyz', 32)}-${several(n, 2, '-')}-${num(n, 9)}.${num(n, 30)}/bin/${word(n)}`],
  ['bazel', (n) => `  integrity = "sha256-${n.text(BASE64, 43)}=",`],
  ['youtube', (n) => `see https://youtu.be/${n.text(BASE64_URL, 11)} and https://gist.github.com/${word(n)}/${hex(n, 32)}`],
  ['jira', (n) => `${n.text(UPPER, 4)}-${num(n)}: ${several(n, 5, ' ')} (assigned to ${title(n)})`],
  ['assert', (n) => `expect(screen.getByLabelText('Password')).toHaveValue('');`.replace("''", `'${''}'`) + ` // ${word(n)}`],
  ['keyword-args', (n) => `sort(${word(n)}s, key=lambda x: x.${word(n)}, reverse=True)`],
  ['map-key', (n) => `for (const [key, value] of Object.entries(${word(n)}s)) ${word(n)}.set(key, value);`],
  ['primary-key', (n) => `  primary_key: ${word(n)}_id\n  foreign_key: ${word(n)}_id\n  cache_key: "${word(n)}:${num(n)}"`],
  ['latin', (n) => `${title(n)} ${several(n, 8, ' ')}, ${several(n, 5, ' ')}.`],
  ['json-schema', (n) => `{"type":"object","required":["password","token"],"properties":{"password":{"type":"string","minLength":${num(n, 20)}}}}`],
  ['graphql', (n) => `mutation ${title(n)}($token: String!, $password: String!) { ${word(n)}(input: { id: ${num(n)} }) { ok } }`.replaceAll('$', '')],
  ['kotlin', (n) => `data class ${title(n)}(val password: String, val token: String?, val ${word(n)}Key: Int)`],
  ['kafka', (n) => `offset=${num(n)} partition=${num(n, 12)} key=${word(n)}-${num(n)} topic=${several(n, 2, '.')}`],
];

export function learntNegatives(count: number, seed: number): { kind: string; text: string }[] {
  const noise = createNoise(seed);
  return Array.from({ length: count }, (_, index) => {
    const [kind, write] = learntInnocents[index % learntInnocents.length] as Innocent;
    return { kind, text: write(noise) };
  });
}

type Form = readonly [form: string, write: (name: string, secret: string, n: Noise) => string];
const camel = (name: string) => name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(name).replace(/^./, (first) => first.toUpperCase());

export const learntForms: readonly Form[] = [
  ['compose-list', (name, secret) => `    environment:\n      - PORT=80\n      - ${name}=${secret}`],
  ['dockerfile', (name, secret, n) => `FROM ${word(n)}\nENV ${name}=${secret}\nRUN make`],
  ['inline-env', (name, secret, n) => `cd ${word(n)} && ${name}=${secret} ./${word(n)} --verbose 2>&1 | tail -5`],
  ['windows-set', (name, secret) => `set ${name}=${secret}\r\nsetx PORT 80`],
  ['powershell', (name, secret) => `$env:${name} = "${secret}"`],
  ['fish', (name, secret) => `set -gx ${name} ${secret}`],
  ['php-define', (name, secret) => `define('${name}', '${secret}');`],
  ['csharp', (name, secret) => `options.${pascal(name)} = "${secret}";`],
  ['go-literal', (name, secret) => `cfg := Config{Host: "x", ${pascal(name)}: "${secret}"}`],
  ['rust-const', (name, secret) => `const ${name}: &str = "${secret}";`],
  ['python-dict', (name, secret) => `os.environ["${name}"] = '${secret}'`],
  ['python-kwarg', (name, secret, n) => `client = ${title(n)}(${name.toLowerCase()}="${secret}", timeout=3)`],
  ['ini', (name, secret, n) => `[${word(n)}]\n${name.toLowerCase()} = ${secret}\nport = 1`],
  ['xml', (name, secret) => `<add key="${name}" value="${secret}" />`],
  ['xml-element', (name, secret) => `<${name.toLowerCase()}>${secret}</${name.toLowerCase()}>`],
  ['helm-set', (name, secret, n) => `helm upgrade ${word(n)} . --set ${word(n)}.${camel(name)}=${secret}`],
  ['from-literal', (name, secret, n) => `kubectl create secret generic ${word(n)} --from-literal=${name.toLowerCase()}=${secret}`],
  ['tfvars', (name, secret) => `${name.toLowerCase()} = "${secret}"`],
  ['json-pretty', (name, secret) => `{\n  "${camel(name)}" : "${secret}"\n}`],
  ['yaml-quoted', (name, secret) => `${camel(name)}: '${secret}'   # do not commit`],
  ['log', (name, secret) => `2026-01-11 INFO boot ${name.toLowerCase()}=${secret} port=80`],
  ['ruby-env', (name, secret) => `ENV['${name}'] ||= "${secret}"`],
  ['diff-json', (name, secret) => `-  "${camel(name)}": "",\n+  "${camel(name)}": "${secret}",`],
  ['query-encoded', (name, secret) => `"next":"https://h.example/cb?${name.toLowerCase()}=${encodeURIComponent(secret)}\\u0026x=1"`],
];

export function learntSecrets(seed: number): { kind: string; form: string; text: string; secrets: string[] }[] {
  const noise = createNoise(seed);
  return secretKinds.flatMap(({ kind, name, make }) =>
    learntForms.map(([form, write]) => {
      const secret = make(noise);
      const text = write(name, secret, noise);
      return { kind, form, text, secrets: [form === 'query-encoded' ? encodeURIComponent(secret) : secret] };
    }),
  );
}
