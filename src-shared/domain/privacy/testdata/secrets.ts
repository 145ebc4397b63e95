import type { TextLevel } from '../rules';
import { BASE64, BASE64_URL, createNoise, DIGITS, HEX, LOWER, type Noise, PLAIN, UPPER } from './noise';

/*
 * Secrets of every kind, put together when the test runs: no line of this file looks like a key to a scanner.
 * `level`: the loosest level that must take it. `name` is what it is called where it is assigned.
 */
export type SecretKind = {
  readonly kind: string;
  readonly name: string;
  readonly level: TextLevel;
  readonly make: (noise: Noise) => string;
};

const shape = (kind: string, name: string, make: (noise: Noise) => string): SecretKind => ({
  kind,
  name,
  level: 'shapes',
  make,
});
const begins = (kind: string, name: string, parts: readonly string[], alphabet: string, length: number) =>
  shape(kind, name, (noise) => parts.join('') + noise.text(alphabet, length));
const named = (kind: string, name: string, make: (noise: Noise) => string): SecretKind => ({
  kind,
  name,
  level: 'redacted',
  make,
});

export const secretKinds: readonly SecretKind[] = [
  begins('anthropic', 'ANTHROPIC_API_KEY', ['sk-', 'ant-', 'api03-'], BASE64_URL, 93),
  begins('openai', 'OPENAI_API_KEY', ['sk', '-'], PLAIN, 48),
  begins('openai-project', 'OPENAI_API_KEY', ['sk', '-proj-'], BASE64_URL, 100),
  begins('github-classic', 'GITHUB_TOKEN', ['gh', 'p_'], PLAIN, 36),
  begins('github-app', 'GH_TOKEN', ['gh', 's_'], PLAIN, 36),
  begins('github-fine', 'GITHUB_TOKEN', ['github', '_pat_'], PLAIN, 60),
  begins('gitlab', 'GITLAB_TOKEN', ['gl', 'pat-'], BASE64_URL, 20),
  begins('aws-id', 'AWS_ACCESS_KEY_ID', ['AK', 'IA'], `${UPPER}${DIGITS}`, 16),
  shape('aws-secret', 'AWS_SECRET_ACCESS_KEY', (noise) => `${noise.text(BASE64, 38)}a1`),
  begins('google', 'GOOGLE_API_KEY', ['AI', 'za'], BASE64_URL, 35),
  begins('google-oauth', 'ACCESS_TOKEN', ['ya', '29.'], BASE64_URL, 60),
  begins('slack-bot', 'SLACK_TOKEN', ['xo', 'xb-', '123456789012-'], PLAIN, 24),
  begins('slack-app', 'SLACK_APP_TOKEN', ['xa', 'pp-', '1-A012-'], PLAIN, 40),
  begins('stripe', 'STRIPE_SECRET_KEY', ['sk', '_live_'], PLAIN, 24),
  begins('stripe-hook', 'STRIPE_WEBHOOK_SECRET', ['wh', 'sec_'], PLAIN, 32),
  shape('sendgrid', 'SENDGRID_API_KEY', (noise) => ['S', 'G', '.', noise.text(BASE64_URL, 22), '.', noise.text(BASE64_URL, 43)].join('')),
  begins('npm', 'NPM_TOKEN', ['np', 'm_'], PLAIN, 36),
  begins('pypi', 'TWINE_PASSWORD', ['py', 'pi-', 'AgEI'], BASE64_URL, 60),
  begins('huggingface', 'HF_TOKEN', ['h', 'f_'], PLAIN, 34),
  begins('digitalocean', 'DO_TOKEN', ['do', 'p_v1_'], HEX, 64),
  begins('vault', 'VAULT_TOKEN', ['hv', 's.'], BASE64_URL, 60),
  begins('databricks', 'DATABRICKS_TOKEN', ['da', 'pi'], HEX, 32),
  begins('shopify', 'SHOPIFY_TOKEN', ['shp', 'at_'], HEX, 32),
  begins('linear', 'LINEAR_API_KEY', ['lin', '_api_'], PLAIN, 40),
  begins('docker', 'DOCKER_TOKEN', ['dckr', '_pat_'], BASE64_URL, 27),
  begins('atlassian', 'JIRA_TOKEN', ['ATA', 'TT3'], BASE64_URL, 100),
  begins('groq', 'GROQ_API_KEY', ['gs', 'k_'], PLAIN, 52),
  begins('grafana', 'GRAFANA_TOKEN', ['gl', 'sa_'], PLAIN, 40),
  begins('age', 'AGE_KEY', ['AGE-', 'SECRET-', 'KEY-1'], `${UPPER}${DIGITS}`, 58),
  begins('tailscale', 'TS_AUTHKEY', ['ts', 'key-auth-'], PLAIN, 30),
  shape('telegram', 'BOT_TOKEN', (noise) => `1${noise.text(DIGITS, 8)}:${['A', 'A'].join('')}${noise.text(BASE64_URL, 33)}`),
  shape('jwt', 'ID_TOKEN', (noise) => `${['ey', 'J'].join('')}${noise.text(PLAIN, 30)}.${noise.text(PLAIN, 80)}.${noise.text(BASE64_URL, 43)}`),
  shape('random-hex', 'SESSION_SECRET', (noise) => `${noise.text(HEX, 46)}a1`),
  shape('random-base64', 'ENCRYPTION_KEY', (noise) => `${noise.text(BASE64, 41)}a1=`),
  named('password', 'DB_PASSWORD', (noise) => `${noise.text(LOWER, 5)}${noise.text(DIGITS, 3)}!`),
  named('plain-password', 'POSTGRES_PASSWORD', (noise) => noise.text(LOWER, 9)),
  named('passphrase', 'SSH_PASSPHRASE', (noise) => `${noise.text(PLAIN, 6)}-${noise.text(PLAIN, 6)}`),
  named('short-token', 'DEPLOY_TOKEN', (noise) => `${noise.text(HEX, 11)}9`),
];

export type LabelledLine = {
  readonly kind: string;
  readonly form: string;
  readonly level: TextLevel;
  readonly text: string;
  /** What must not be left of it; every line of a secret of many lines. */
  readonly secrets: readonly string[];
};

type Form = readonly [form: string, write: (name: string, secret: string) => string];

const camel = (name: string) => name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Every kind is written in each of these. */
const forms: readonly Form[] = [
  ['shell', (name, secret) => `export ${name}=${secret} && ./run.sh --fast`],
  ['shell-quoted', (name, secret) => `${name}="${secret}" node server.js`],
  ['json', (name, secret) => `{"name": "x", "${name.toLowerCase()}": "${secret}", "port": 8080}`],
  ['json-escaped', (name, secret) => JSON.stringify(JSON.stringify({ [camel(name)]: secret, port: 1 }))],
  ['json-escaped-lines', (name, secret) => JSON.stringify(`first\n${name}=${secret}\nlast`)],
  ['yaml', (name, secret) => `services:\n  web:\n    ${name.toLowerCase()}: ${secret}\n    port: 80`],
  ['url', (name, secret) => `GET https://api.example.com/v1/x?page=2&${name.toLowerCase()}=${encodeURIComponent(secret)}&b=1`],
  ['diff', (name, secret) => `@@ -1,2 +1,2 @@\n-${name}=old\n+${name}=${secret}\n context`],
  ['code', (name, secret) => `const ${camel(name)} = '${secret}';`],
];

/** Written once, in their own manner. */
function special(noise: Noise): LabelledLine[] {
  const password = () => `${noise.text(PLAIN, 8)}7x`;
  const lines = Array.from({ length: 4 }, () => noise.text(BASE64, 64));
  const dashes = '-'.repeat(5);
  const pem = (type: string, joint: string) =>
    [`${dashes}BEGIN ${type}PRIVATE KEY${dashes}`, ...lines, `${dashes}END ${type}PRIVATE KEY${dashes}`].join(joint);
  const one = (kind: string, form: string, level: TextLevel, secret: string, text: string): LabelledLine => ({
    kind,
    form,
    level,
    text,
    secrets: [secret],
  });
  const pw = Array.from({ length: 24 }, password);
  const at = (index: number) => pw[index] ?? '';
  const basic = noise.text(PLAIN, 27);
  const hook = `T${noise.text(UPPER, 8)}/B${noise.text(UPPER, 8)}/${noise.text(PLAIN, 24)}`;
  return [
    ...['RSA ', 'EC ', 'OPENSSH ', ''].flatMap((type) => [
      { kind: 'pem', form: 'lines', level: 'shapes' as const, text: `cat key\n${pem(type, '\n')}\ndone`, secrets: lines },
      { kind: 'pem', form: 'json-escaped', level: 'shapes' as const, text: `{"key": "${pem(type, '\\n')}"}`, secrets: lines },
      { kind: 'pem', form: 'diff', level: 'shapes' as const, text: `+${pem(type, '\n+')}`, secrets: lines },
      { kind: 'pem', form: 'cut', level: 'shapes' as const, text: pem(type, '\n').split('\n').slice(0, 4).join('\n'), secrets: lines.slice(0, 3) },
    ]),
    one('connection', 'postgres', 'shapes', at(0), `psql postgres://app:${at(0)}@db.example.com:5432/app`),
    one('connection', 'mongodb', 'shapes', at(1), `MONGO=mongodb+srv://app:${at(1)}@cluster0.example.net/x?retryWrites=true`),
    one('connection', 'redis', 'shapes', at(2), `redis://:${at(2)}@cache:6379/0`),
    one('connection', 'amqp', 'shapes', at(3), `"url": "amqp://guest:${at(3)}@mq/%2f"`),
    one('connection', 'ado', 'redacted', at(4), `Server=tcp:db.example.net,1433;User ID=app;Password=${at(4)};Encrypt=True;`),
    one('connection', 'jdbc', 'redacted', at(5), `jdbc:mysql://db/x?user=app&password=${at(5)}`),
    one('connection', 'azure', 'shapes', basic, `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${basic}1a==;EndpointSuffix=core`),
    one('git-remote', 'url', 'shapes', at(6), `git remote set-url origin https://me:${at(6)}@git.example.com/a/b.git`),
    one('basic', 'curl', 'redacted', at(7), `curl -u admin:${at(7)} https://example.com/api`),
    one('basic', 'curl-quoted', 'redacted', at(8), `curl --user 'admin:${at(8)}' https://example.com`),
    one('basic', 'header', 'shapes', basic, `curl -H "Authorization: Basic ${basic}1==" https://example.com`),
    one('bearer', 'header', 'shapes', basic, `> authorization: Bearer ${basic}9`),
    one('bearer', 'json', 'shapes', basic, `{"headers":{"Authorization":"Bearer ${basic}9"}}`),
    one('header', 'x-api-key', 'redacted', at(9), `curl -H 'X-Api-Key: ${at(9)}' https://example.com`),
    one('header', 'token', 'redacted', at(10), `Authorization: token ${at(10)}`),
    one('flag', 'long', 'redacted', at(11), `vault login --password ${at(11)} --method=userpass`),
    one('flag', 'equals', 'redacted', at(12), `tool --api-key=${at(12)} run`),
    one('flag', 'continued', 'redacted', at(13), `tool --token \\\n  ${at(13)} \\\n  run`),
    one('flag', 'sshpass', 'redacted', at(14), `sshpass -p ${at(14)} ssh root@host`),
    one('flag', 'mysql', 'redacted', at(15), `mysqldump -h db -uapp -p${at(15)} app > dump.sql`),
    one('flag', 'redis', 'redacted', at(16), `redis-cli -h cache -a ${at(16)} ping`),
    one('flag', 'docker', 'redacted', at(17), `docker login -u me -p ${at(17)} registry.example.com`),
    one('netrc', 'line', 'redacted', at(18), `machine git.example.com login me password ${at(18)}`),
    one('yaml-block', 'lines', 'redacted', at(19), `stringData:\n  password: |\n    ${at(19)}\n  user: me`),
    one('properties', 'line', 'redacted', at(20), `spring.datasource.password = ${at(20)}`),
    one('ruby', 'rocket', 'redacted', at(21), `:password => '${at(21)}',`),
    one('python', 'item', 'redacted', at(22), `config['secret_key'] = "${at(22)}"`),
    one('toml', 'line', 'redacted', at(23), `[db]\npassword = "${at(23)}"`),
    one('slack-hook', 'url', 'shapes', hook, `curl -X POST https://hooks.slack.com/services/${hook}`),
    one('colour', 'terminal', 'shapes', `${basic}00`, `\u001b[32m${['gh', 'p_'].join('')}${basic}00\u001b[0m`),
  ];
}

export function labelledSecrets(seed = 7): LabelledLine[] {
  const noise = createNoise(seed);
  const lines = secretKinds.flatMap(({ kind, name, level, make }) =>
    forms.map(([form, write]): LabelledLine => {
      const secret = make(noise);
      const text = write(name, secret);
      const written = form === 'url' ? encodeURIComponent(secret) : secret;
      return { kind, form, level, text, secrets: [written] };
    }),
  );
  return [...lines, ...special(noise)];
}
