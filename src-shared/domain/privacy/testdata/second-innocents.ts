import { BASE64, BASE64_URL, createNoise, DIGITS, HEX, LOWER, type Noise, PLAIN, UPPER } from './noise';

/** The innocent half of the second hold-out: see second-secrets.ts for the rule it was written under. */
type Line = (noise: Noise) => string;

const words = ['harbor', 'ledger', 'compass', 'window', 'billing', 'parser', 'gateway', 'notebook', 'planner', 'cursor', 'report', 'signal'];
const word = (n: Noise) => n.pick(words);
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const sha = (n: Noise, length = 40) => n.text(HEX, length);
const uuid = (n: Noise) => [8, 4, 4, 4, 12].map((length) => n.text(HEX, length)).join('-');
const version = (n: Noise) => `${n.number(20)}.${n.number(40)}.${n.number(30)}`;
const file = (n: Noise) => `src/${word(n)}/${word(n)}-${word(n)}.${n.pick(['ts', 'py', 'go', 'rs', 'tsx'])}`;
const camel = (n: Noise) => `${word(n)}${capital(word(n))}${capital(word(n))}`;
const date = (n: Noise) => `2026-0${n.number(9) + 1}-1${n.number(10)}T0${n.number(10)}:${n.number(50) + 10}:${n.number(50) + 10}.${n.text(DIGITS, 3)}Z`;

export const secondInnocents: Readonly<Record<string, Line>> = {
  'git log': (n) => `commit ${sha(n)}\nAuthor: Jo Doe <jo@acme.dev>\nDate:   ${date(n)}\n\n    fix(${word(n)}): handle empty ${word(n)}`,
  'git short': (n) => `${sha(n, 9)} refactor: move ${word(n)} token counting into ${file(n)}`,
  'git index': (n) => `diff --git a/${file(n)} b/${file(n)}\nindex ${sha(n, 10)}..${sha(n, 10)} 100644`,
  'git branch': (n) => `git push -u origin feature/password-reset-${word(n)}-${n.number(999)}`,
  'npm lock': (n) => `      "resolved": "https://registry.npmjs.org/${word(n)}/-/${word(n)}-${version(n)}.tgz",\n      "integrity": "sha512-${n.text(BASE64, 86)}==",`,
  'yarn lock': (n) => `${word(n)}@^${version(n)}:\n  version "${version(n)}"\n  integrity sha512-${n.text(BASE64, 86)}==`,
  'pnpm lock': (n) => `  /${word(n)}@${version(n)}:\n    resolution: {integrity: sha512-${n.text(BASE64, 86)}==}\n    engines: {node: '>=18'}`,
  'cargo lock': (n) => `[[package]]\nname = "${word(n)}"\nversion = "${version(n)}"\nchecksum = "${sha(n, 64)}"`,
  'go sum': (n) => `github.com/acme/${word(n)} v${version(n)} h1:${n.text(BASE64, 43)}=`,
  'python lock': (n) => `    {file = "${word(n)}-${version(n)}.tar.gz", hash = "sha256:${sha(n, 64)}"},`,
  'docker digest': (n) => `FROM ghcr.io/acme/${word(n)}:${version(n)}@sha256:${sha(n, 64)}`,
  'docker ps': (n) => `${sha(n, 12)}   acme/${word(n)}:latest   "docker-entrypoint.s…"   3 hours ago   Up 3 hours   0.0.0.0:${n.number(9000) + 1000}->80/tcp`,
  'pod name': (n) => `pod/${word(n)}-${n.text(HEX, 10)}-${n.text(LOWER, 5)}   1/1   Running   ${n.number(9)}   4d`,
  'uuid field': (n) => `{"session_id":"${uuid(n)}","request_id":"${uuid(n)}","status":"ok"}`,
  'claude resume': (n) => `claude --resume ${uuid(n)} --output-format stream-json`,
  'claude ids': (n) => `{"id":"msg_01${n.text(PLAIN, 22)}","tool_use_id":"toolu_01${n.text(PLAIN, 22)}"}`,
  'stop reason': (n) => `"usage":{"input_tokens":${n.number(9999)},"cache_read_input_tokens":${n.number(99999)},"output_tokens":${n.number(999)}}`,
  'model settings': (n) => `max_tokens: ${n.number(9) + 1}096, temperature: 0.${n.number(9)}, stop_token: "</${word(n)}>"`,
  tokenizer: (n) => `tokenizer = AutoTokenizer.from_pretrained("acme/${word(n)}-${n.number(9)}b", use_fast=True)`,
  'token type': (n) => `type Token = { kind: 'word' | 'space'; start: number; end: number }; // ${word(n)}`,
  'typed fields': (n) => `export interface ${capital(word(n))}Login { user: string; password: string; rememberMe?: boolean; accessToken?: string }`,
  'function call': (n) => `const token = await ${camel(n)}.getAccessToken({ scope: '${word(n)}' });`,
  'env read': (n) => `const apiKey = process.env.${word(n).toUpperCase()}_API_KEY ?? throwMissing('${word(n)}');`,
  'python env': (n) => `password = os.environ.get("${word(n).toUpperCase()}_PASSWORD")`,
  'python call': (n) => `secret = secrets.token_hex(${n.number(32)})  # ${word(n)}`,
  'go field': (n) => `\tPassword string \`json:"password" yaml:"${word(n)}_password"\``,
  'rust field': (n) => `pub struct ${capital(word(n))} { pub token: Option<String>, secret: SecretString }`,
  'throw': (n) => `if (!password) throw new Error('${word(n)}: password is required');`,
  'translation': (n) => `"login.password": "${n.pick(['Passwort vergessen?', 'Mot de passe oublié', 'Forgot your password?', 'Contraseña'])}", "login.${word(n)}": "${capital(word(n))}"`,
  'html field': (n) => `<input type="password" name="${word(n)}_password" autocomplete="current-password" placeholder="Your password">`,
  'css': (n) => `.${word(n)}-password-field { background: #${sha(n, 6)}; border: 1px solid var(--${word(n)}-token); }`,
  'design token': (n) => `--color-token-${word(n)}: #${sha(n, 6)}; --space-key-${n.number(9)}: ${n.number(64)}px;`,
  'placeholder': (n) => `${word(n).toUpperCase()}_API_KEY=${n.pick(['your-api-key-here', '<your-key>', 'xxxxxxxx', '********', 'changeme', 'TODO', ''])}`,
  'bearer help': (n) => `Send the header "Authorization: Bearer <token>" with every ${word(n)} request.`,
  'flag help': (n) => `  --token <token>      the ${word(n)} token to use\n  --password-stdin     read the password from the standard input`,
  'helm': (n) => `password: {{ .Values.${word(n)}.password | quote }}`,
  'key ref': (n) => `valueFrom:\n  secretKeyRef:\n    name: ${word(n)}-credentials\n    key: password`,
  'actions': (n) => `          ${word(n).toUpperCase()}_TOKEN: \${{ secrets.${word(n).toUpperCase()}_TOKEN }}`,
  'cloudformation': (n) => `      MasterUserPassword: !Ref ${capital(word(n))}Password`,
  'terraform': (n) => `  password = var.${word(n)}_password\n  secret_id = aws_secretsmanager_secret.${word(n)}.id`,
  'primary key': (n) => `CREATE TABLE ${word(n)} (id INTEGER PRIMARY KEY, token_count INT NOT NULL DEFAULT ${n.number(99)}, password_hash TEXT);`,
  'sort key': (n) => `sort_key=${word(n)}_created_at&group_key=${word(n)}&foreign_key=${word(n)}_id`,
  'react key': (n) => `{rows.map((row) => <Row key={row.id} sortKey="${word(n)}" tokenCount={${n.number(999)}} />)}`,
  'keyboard': (n) => `{ "key": "ctrl+shift+${n.pick([...LOWER])}", "command": "workbench.action.${camel(n)}", "when": "editorTextFocus" }`,
  'cache key': (n) => `Cache restored from key: node-cache-Linux-x64-npm-${sha(n, 64)}`,
  'etag': (n) => `< etag: W/"${sha(n, 10)}-${n.text(BASE64_URL, 27)}"\n< content-length: ${n.number(99999)}`,
  'trace': (n) => `traceparent: 00-${sha(n, 32)}-${sha(n, 16)}-01`,
  'stack': (n) => `    at ${camel(n)} (/home/jo/app/${file(n)}:${n.number(400)}:${n.number(80)})\n    at async Promise.all (index ${n.number(9)})`,
  'ls': (n) => `-rw-r--r-- 1 jo jo ${n.number(99999)} Mar 14 09:2${n.number(9)} /home/jo/app/dist/assets/${word(n)}-${n.text(PLAIN, 8)}.js`,
  'bundle': (n) => `dist/assets/${word(n)}.${sha(n, 20)}.chunk.js   ${n.number(900)}.${n.number(9)} kB │ gzip: ${n.number(99)} kB`,
  'long path': (n) => `/var/folders/${n.text(LOWER, 2)}/${n.text(LOWER + DIGITS, 30)}/T/${word(n)}-${n.text(PLAIN, 6)}/node_modules/.cache/${sha(n, 32)}.json`,
  'grep hits': (n) => `${file(n)}:${n.number(900)}:  // the secret of a good ${word(n)} is a short ${word(n)}`,
  'prose': (n) => `The password: it must never be logged. The token: see the ${word(n)} guide. A key point of the ${word(n)} is speed.`,
  'prose two': (n) => `Password reset works now, the ${word(n)} token expires after ${n.number(60)} minutes; credentials are read from the ${word(n)}.`,
  'test name': (n) => `✓ ${file(n)} > refuses a wrong password, keeps the ${word(n)} token (${n.number(90)} ms)`,
  'assertion': (n) => `expect(screen.getByLabelText('Password')).toHaveValue(''); expect(tokens).toHaveLength(${n.number(40)});`,
  'ssh fingerprint': (n) => `256 SHA256:${n.text(BASE64, 43)} jo@${word(n)} (ED25519)`,
  'ip table': (n) => `10.${n.number(255)}.${n.number(255)}.${n.number(255)} ${n.text(HEX, 2)}:${n.text(HEX, 2)}:${n.text(HEX, 2)}:${n.text(HEX, 2)}:${n.text(HEX, 2)}:${n.text(HEX, 2)} ${word(n)}.lan`,
  'plain url': (n) => `https://github.com/acme/${word(n)}/blob/${sha(n)}/${file(n)}#L${n.number(300)}-L${n.number(300) + 300}`,
  'query url': (n) => `https://shop.acme.dev/search?q=${word(n)}+token&page=${n.number(20)}&utm_campaign=${word(n)}_${n.number(99)}&v=${sha(n, 8)}`,
  'user url': (n) => `git@github.com:acme/${word(n)}.git and ssh://git@${word(n)}.acme.dev:2222/${word(n)}.git`,
  'svg': (n) => `<path d="M${n.number(24)}.${n.number(99)} ${n.number(24)}h${n.number(9)}v-${n.number(9)}.${n.number(9)}c-.${n.text(DIGITS, 3)}-1.${n.text(DIGITS, 3)} 0-2.${n.text(DIGITS, 2)}"/>`,
  'regex': (n) => `const SECRET = /(?:api[_-]?key|token|passw(?:or)?d)\\s*[:=]\\s*["']?([\\w-]{${n.number(9) + 8},})/i;`,
  'nano id': (n) => `{"id":"${n.text(BASE64_URL, 21)}","title":"${capital(word(n))} ${word(n)}","parent":"${n.text(BASE64_URL, 21)}"}`,
  'ulid': (n) => `event 01J${n.text(UPPER + DIGITS, 23)} stored for ${word(n)} at ${date(n)}`,
  'bead': (n) => `bd show ${word(n)}-${n.text(LOWER + DIGITS, 3)}: Token refresh loses the ${word(n)} (P${n.number(4)}, open)`,
  'numbers': (n) => Array.from({ length: 12 }, () => n.number(100000)).join('\t'),
  'hex dump': (n) => `0000${n.text(HEX, 4)}  ${Array.from({ length: 16 }, () => n.text(HEX, 2)).join(' ')}  |....${word(n)}....|`,
  'minified': (n) => `!function(e,t){"object"==typeof exports?t(exports):t(e.${word(n)}={})}(this,function(e){e.${camel(n)}=${n.number(99)}});`,
  'annotations': (n) => `@Value("\${${word(n)}.password}") private String ${word(n)}Password;`,
  'env names': (n) => `Set ${word(n).toUpperCase()}_TOKEN and ${word(n).toUpperCase()}_SECRET before you run the ${word(n)}.`,
  'null values': (n) => `{"password":null,"token":"","apiKey":false,"secret":[],"${word(n)}":${n.number(9)}}`,
  'bools': (n) => `password_required=true token_valid=false secret_rotation=90d credentials=include ${word(n)}=${n.number(9)}`,
  'file of key': (n) => `ssl_certificate_key /etc/nginx/tls/${word(n)}.key; IdentityFile ~/.ssh/id_${word(n)}`,
  'passwd line': (n) => `${word(n)}:x:${n.number(900) + 100}:${n.number(900) + 100}:${capital(word(n))} user:/home/${word(n)}:/bin/bash`,
  'hash call': (n) => `user.password = await bcrypt.hash(password, ${n.number(6) + 8}); // ${word(n)}`,
  'compare': (n) => `return timingSafeEqual(Buffer.from(token), expected) && ${camel(n)}(session.secret);`,
  'graphql': (n) => `mutation { login(password: $password, token: $token) { ${word(n)} { id tokenExpiry } } }`.replaceAll('$', '@'),
  'changelog': (n) => `- feat(${word(n)}): personal access tokens with scopes, revocable (#${n.number(9000)})`,
  'table': (n) => `| password | string | the ${word(n)}'s password | required |\n| token | string | ${word(n)} token | optional |`,
  'public card': (n) => `pk_test is the publishable prefix; the ${word(n)} test card is 4242 4242 4242 4242, cvc any, ${n.number(12)}/3${n.number(9)}`,
  'subresource': (n) => `<script src="/${word(n)}.js" integrity="sha384-${n.text(BASE64, 64)}" crossorigin="anonymous"></script>`,
  'compose service': (n) => `  ${word(n)}:\n    image: postgres:16\n    environment:\n      POSTGRES_PASSWORD_FILE: /run/secrets/${word(n)}_password`,
  'cron': (n) => `${n.number(59)} ${n.number(23)} * * * /usr/local/bin/rotate-${word(n)}-tokens --quiet >> /var/log/${word(n)}.log 2>&1`,
  'shell test': (n) => `test -f ~/.config/${word(n)}/token || echo "no token: run ${word(n)} login first"`,
};

export function secondNegatives(count: number, seed: number): { kind: string; text: string }[] {
  const noise = createNoise(seed);
  const kinds = Object.entries(secondInnocents);
  return Array.from({ length: count }, (_, at) => {
    const [kind, make] = kinds[at % kinds.length] as [string, Line];
    return { kind, text: make(noise) };
  });
}
