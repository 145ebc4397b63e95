import { BASE64, BASE64_URL, createNoise, DIGITS, HEX, type Noise, PLAIN, UPPER } from './noise';

/*
 * The second hold-out: written in one go from the vendors' descriptions and from what developers paste, before
 * any rule was read. What a run of it taught goes into the rules, never into these lines.
 */
type Kind = {
  readonly name: string;
  /** A vendor's shape is known wherever it stands; a named value is a secret for the name beside it. */
  readonly by: 'shape' | 'name';
  readonly names: readonly string[];
  /** What is written, and the part of it that nobody may read afterwards. */
  make(noise: Noise): readonly [written: string, secret: string];
};

const after = (prefix: string, alphabet: string, length: number): Kind['make'] => {
  return (noise) => {
    const secret = noise.text(alphabet, length);
    return [prefix + secret, secret];
  };
};
const bare = (alphabet: string, length: number) => after('', alphabet, length);
const part = (noise: Noise, length: number) => noise.text(BASE64_URL, length);

const spoken = ['otter', 'Granite', 'velvet', 'Saturn', 'pepper', 'Lantern', 'quartz', 'Meadow'];
const human: Kind['make'] = (noise) => {
  const secret = `${noise.pick(spoken)}${noise.pick(['-', '_', '.', '!'])}${noise.pick(spoken)}${noise.number(9000) + 100}`;
  return [secret, secret];
};

export const secondKinds: readonly Kind[] = [
  { name: 'aws secret key', by: 'name', names: ['AWS_SECRET_ACCESS_KEY', 'aws_secret_access_key', 'secretAccessKey'], make: bare(BASE64, 40) },
  { name: 'aws key id', by: 'shape', names: ['AWS_ACCESS_KEY_ID', 'accessKeyId'], make: after('AKIA', `${UPPER}234567`, 16) },
  { name: 'github classic', by: 'shape', names: ['GH_TOKEN', 'GITHUB_TOKEN', 'token'], make: after('ghp_', PLAIN, 36) },
  { name: 'github server', by: 'shape', names: ['GITHUB_TOKEN', 'installation'], make: after('ghs_', PLAIN, 36) },
  { name: 'github fine', by: 'shape', names: ['GH_PAT', 'pat'], make: (n) => { const s = `${n.text(PLAIN, 22)}_${n.text(PLAIN, 59)}`; return [`github_pat_${s}`, s]; } },
  { name: 'gitlab', by: 'shape', names: ['GITLAB_TOKEN', 'PRIVATE_TOKEN', 'private-token'], make: after('glpat-', BASE64_URL, 20) },
  { name: 'slack bot', by: 'shape', names: ['SLACK_BOT_TOKEN', 'slackToken'], make: (n) => { const s = n.text(PLAIN, 24); return [`xoxb-${n.text(DIGITS, 12)}-${n.text(DIGITS, 13)}-${s}`, s]; } },
  { name: 'slack hook', by: 'shape', names: ['SLACK_WEBHOOK', 'webhook'], make: (n) => { const s = n.text(PLAIN, 24); return [`https://hooks.slack.com/services/T${n.text(UPPER + DIGITS, 10)}/B${n.text(UPPER + DIGITS, 10)}/${s}`, s]; } },
  { name: 'stripe live', by: 'shape', names: ['STRIPE_SECRET_KEY', 'stripeKey'], make: after('sk_live_', PLAIN, 24) },
  { name: 'stripe restricted', by: 'shape', names: ['STRIPE_KEY', 'billing_key'], make: after('rk_live_', PLAIN, 24) },
  { name: 'google api', by: 'shape', names: ['GOOGLE_API_KEY', 'mapsKey'], make: after('AIza', BASE64_URL, 35) },
  { name: 'google client', by: 'shape', names: ['GOOGLE_CLIENT_SECRET', 'client_secret'], make: after('GOCSPX-', BASE64_URL, 28) },
  { name: 'anthropic', by: 'shape', names: ['ANTHROPIC_API_KEY', 'api_key'], make: (n) => { const s = part(n, 93); return [`sk-ant-api03-${s}AA`, s]; } },
  { name: 'openai project', by: 'shape', names: ['OPENAI_API_KEY', 'openai'], make: after('sk-proj-', BASE64_URL, 74) },
  { name: 'npm', by: 'shape', names: ['NPM_TOKEN', '_authToken'], make: after('npm_', PLAIN, 36) },
  { name: 'pypi', by: 'shape', names: ['TWINE_PASSWORD', 'pypi'], make: after('pypi-AgEIcHlwaS5vcmc', BASE64_URL, 72) },
  { name: 'sendgrid', by: 'shape', names: ['SENDGRID_API_KEY', 'mailer'], make: (n) => { const s = `${part(n, 22)}.${part(n, 43)}`; return [`SG.${s}`, s]; } },
  { name: 'twilio', by: 'name', names: ['TWILIO_AUTH_TOKEN', 'twilioAuthToken'], make: bare(HEX, 32) },
  { name: 'mailgun', by: 'name', names: ['MAILGUN_API_KEY', 'mailgun_key'], make: after('key-', HEX, 32) },
  { name: 'digitalocean', by: 'shape', names: ['DIGITALOCEAN_TOKEN', 'do_token'], make: after('dop_v1_', HEX, 64) },
  { name: 'hugging face', by: 'shape', names: ['HF_TOKEN', 'HUGGINGFACE_HUB_TOKEN'], make: after('hf_', PLAIN, 34) },
  { name: 'jwt', by: 'shape', names: ['ID_TOKEN', 'session_jwt', 'access_token'], make: (n) => { const s = part(n, 43); return [`eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOi${n.text(PLAIN, 40)}.${s}`, s]; } },
  { name: 'shopify', by: 'shape', names: ['SHOPIFY_ACCESS_TOKEN', 'shopify'], make: after('shpat_', HEX, 32) },
  { name: 'databricks', by: 'shape', names: ['DATABRICKS_TOKEN', 'dbx'], make: after('dapi', HEX, 32) },
  { name: 'vault', by: 'shape', names: ['VAULT_TOKEN', 'X-Vault-Token'], make: after('hvs.', BASE64_URL, 90) },
  { name: 'telegram', by: 'shape', names: ['TELEGRAM_BOT_TOKEN', 'bot'], make: (n) => { const s = part(n, 33); return [`${n.number(8) + 1}${n.text(DIGITS, 9)}:AA${s}`, s]; } },
  { name: 'linear', by: 'shape', names: ['LINEAR_API_KEY', 'linear'], make: after('lin_api_', PLAIN, 40) },
  { name: 'doppler', by: 'shape', names: ['DOPPLER_TOKEN', 'doppler'], make: after('dp.pt.', PLAIN, 43) },
  { name: 'age', by: 'shape', names: ['SOPS_AGE_KEY', 'identity'], make: after('AGE-SECRET-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58) },
  { name: 'grafana', by: 'shape', names: ['GRAFANA_TOKEN', 'grafana'], make: (n) => { const s = n.text(PLAIN, 32); return [`glsa_${s}_${n.text(HEX, 8)}`, s]; } },
  { name: 'new relic', by: 'shape', names: ['NEW_RELIC_API_KEY', 'newrelic'], make: after('NRAK-', UPPER + DIGITS, 27) },
  { name: 'atlassian', by: 'shape', names: ['JIRA_API_TOKEN', 'confluence'], make: after('ATATT3xFfGF0', BASE64_URL, 160) },
  { name: 'cloudflare', by: 'name', names: ['CLOUDFLARE_API_TOKEN', 'CF_API_KEY'], make: bare(BASE64_URL, 40) },
  { name: 'heroku', by: 'name', names: ['HEROKU_API_KEY', 'heroku_api_token'], make: (n) => { const s = [8, 4, 4, 4, 12].map((l) => n.text(HEX, l)).join('-'); return [s, s]; } },
  { name: 'datadog', by: 'name', names: ['DD_API_KEY', 'datadog_app_key'], make: bare(HEX, 40) },
  { name: 'oauth client', by: 'name', names: ['OAUTH_CLIENT_SECRET', 'clientSecret', 'client_secret'], make: bare(BASE64_URL, 32) },
  { name: 'refresh token', by: 'name', names: ['REFRESH_TOKEN', 'refreshToken', 'refresh_token'], make: bare(BASE64_URL, 48) },
  { name: 'signing key', by: 'name', names: ['JWT_SECRET', 'SESSION_SECRET', 'signingKey', 'NEXTAUTH_SECRET'], make: bare(PLAIN, 44) },
  { name: 'human password', by: 'name', names: ['DB_PASSWORD', 'password', 'POSTGRES_PASSWORD', 'adminPassword', 'passwd'], make: human },
  { name: 'passphrase', by: 'name', names: ['GPG_PASSPHRASE', 'keyPassphrase', 'passphrase'], make: human },
];

type Form = { readonly name: string; write(name: string, value: string, noise: Noise): string };
const escaped = (text: string) => JSON.stringify(JSON.stringify(JSON.parse(text))).slice(1, -1);

/** Ways to write a secret beside its name. */
const namedForms: readonly Form[] = [
  { name: 'shell export', write: (k, v) => `export ${k}=${v}` },
  { name: 'shell in front', write: (k, v) => `${k}='${v}' NODE_ENV=production npm run deploy -- --region eu-west-1` },
  { name: 'shell set', write: (k, v) => `fly secrets set ${k}="${v}" --app billing-api` },
  { name: 'docker', write: (k, v) => `docker run --rm -p 8080:8080 -e ${k}=${v} ghcr.io/acme/web:1.4.2` },
  { name: 'powershell', write: (k, v) => `$env:${k} = "${v}"; .\\deploy.ps1` },
  { name: 'dotenv lines', write: (k, v) => `PORT=3000\nLOG_LEVEL=debug\n${k}=${v}\nTZ=UTC\n` },
  { name: 'json', write: (k, v) => `{"region":"eu","${k}":"${v}","retries":3}` },
  { name: 'json escaped', write: (k, v) => `body: "${escaped(`{"user":"svc","${k}":"${v}"}`)}"` },
  { name: 'json pretty', write: (k, v) => `{\n  "env": {\n    "${k}": "${v}",\n    "MODE": "live"\n  }\n}` },
  { name: 'yaml', write: (k, v) => `services:\n  api:\n    environment:\n      ${k}: ${v}\n      WORKERS: 4\n` },
  { name: 'yaml quoted', write: (k, v) => `env:\n  - name: LOG\n    value: info\nsecrets:\n  ${k}: "${v}"` },
  { name: 'toml', write: (k, v) => `[deploy]\nregion = "fra"\n${k} = "${v}"\n` },
  { name: 'diff', write: (k, v) => `@@ -4,6 +4,6 @@ module.exports = {\n   port: 3000,\n-  ${k}: '',\n+  ${k}: '${v}',\n   debug: false,` },
  { name: 'diff of env', write: (k, v) => `--- a/.env\n+++ b/.env\n@@ -1,2 +1,2 @@\n-${k}=${v}\n+${k}=` },
  { name: 'typescript', write: (k, v) => `const config = { ${k.replaceAll('-', '_')}: \`${v}\`, timeout: 30_000 };` },
  { name: 'python', write: (k, v) => `os.environ["${k}"] = "${v}"\nclient = Client()` },
  { name: 'flag', write: (k, v) => `deployctl push --${k.toLowerCase().replaceAll('_', '-')} ${v} --wait` },
  { name: 'flag equals', write: (k, v) => `deployctl push --${k.toLowerCase().replaceAll('_', '-')}=${v} --wait` },
  { name: 'url query', write: (k, v) => `GET https://api.acme.dev/v2/items?page=2&${k.toLowerCase()}=${encodeURIComponent(v)}&sort=asc` },
  { name: 'log', write: (k, v) => `2026-03-14T09:26:53.589Z WARN  config: loaded ${k}=${v} from /etc/acme/web.conf` },
  { name: 'properties', write: (k, v) => `server.port=8443\nacme.${k}=${v}\n` },
];

/** Ways to write a key that tells by itself what it is. */
const shapeForms: readonly Form[] = [
  { name: 'prose', write: (_, v) => `I used ${v} for the test run, please rotate it afterwards.` },
  { name: 'markdown', write: (_, v) => `1. Open the console\n2. Paste \`${v}\`\n3. Press *Save*` },
  { name: 'curl header', write: (_, v) => `curl -sS -H "Authorization: Bearer ${v}" https://api.acme.dev/v1/me | jq .` },
  { name: 'echo pipe', write: (_, v) => `echo ${v} | some-cli login --with-token` },
  { name: 'json in json', write: (_, v) => `{"result":"{\\"lines\\":[\\"first\\",\\"${v}\\"]}"}` },
  { name: 'array', write: (_, v) => `const samples = ["a", "${v}", "b"];` },
  { name: 'path of a url', write: (_, v) => `https://mirror.acme.dev/auth/${v}/index.json` },
  { name: 'diff', write: (_, v) => `+    headers: { 'x-key': '${v}' },` },
  { name: 'multi line', write: (_, v) => `Output:\n\n    ${v}\n\nDone in 0.42s` },
];

const lines64 = (noise: Noise, count: number) => Array.from({ length: count }, () => noise.text(BASE64, 64));

/** Secrets whose form is their own: a block, a header, a connection. */
type Own = { readonly name: string; readonly level: 'shapes' | 'redacted'; make(noise: Noise): readonly [string, readonly string[]] };
export const ownForms: readonly Own[] = [
  ...['RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'EC PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'].flatMap((label): Own[] => [
    { name: `pem ${label}`, level: 'shapes', make: (n) => { const body = lines64(n, 5); return [`-----BEGIN ${label}-----\n${body.join('\n')}\n-----END ${label}-----`, body]; } },
    { name: `pem in json ${label}`, level: 'shapes', make: (n) => { const body = lines64(n, 4); return [JSON.stringify({ type: 'service_account', private_key: `-----BEGIN ${label}-----\n${body.join('\n')}\n-----END ${label}-----\n` }), body]; } },
    { name: `pem in diff ${label}`, level: 'shapes', make: (n) => { const body = lines64(n, 4); return [`+-----BEGIN ${label}-----\n${body.map((l) => `+${l}`).join('\n')}\n+-----END ${label}-----`, body]; } },
    { name: `pem in yaml ${label}`, level: 'shapes', make: (n) => { const body = lines64(n, 4); return [`tls:\n  key: |\n    -----BEGIN ${label}-----\n${body.map((l) => `    ${l}`).join('\n')}\n    -----END ${label}-----\n`, body]; } },
  ]),
  ...['postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqp', 'https'].flatMap((scheme): Own[] => [
    { name: `${scheme} url`, level: 'shapes', make: (n) => { const s = human(n)[1].replaceAll('!', '-'); return [`DATABASE_URL=${scheme}://svc_app:${s}@db-1.internal.acme.dev:5432/app?sslmode=require`, [s]]; } },
    { name: `${scheme} url in prose`, level: 'shapes', make: (n) => { const s = n.text(PLAIN, 18); return [`connect with ${scheme}://app:${s}@10.2.0.7/app and run the migration`, [s]]; } },
    { name: `${scheme} url in json`, level: 'shapes', make: (n) => { const s = n.text(PLAIN, 14); return [`{\\"dsn\\":\\"${scheme}://root:${s}@cache:6379/0\\"}`, [s]]; } },
  ]),
  { name: 'basic header', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 32); return [`curl -H 'Authorization: Basic ${s}' https://repo.acme.dev`, [s]]; } },
  { name: 'bearer opaque', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 40); return [`> Authorization: Bearer ${s}\n> Accept: */*`, [s]]; } },
  { name: 'api key header', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 32); return [`fetch(url, { headers: { 'X-API-Key': '${s}' } })`, [s]]; } },
  { name: 'cookie', level: 'redacted', make: (n) => { const s = n.text(BASE64_URL, 40); return [`Cookie: theme=dark; session=${s}; lang=de`, [s]]; } },
  { name: 'set cookie', level: 'redacted', make: (n) => { const s = n.text(BASE64_URL, 40); return [`< Set-Cookie: connect.sid=${s}; Path=/; HttpOnly`, [s]]; } },
  { name: 'curl user', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 16); return [`curl -u deploy:${s} https://nexus.acme.dev/repository/raw/`, [s]]; } },
  { name: 'netrc', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 20); return [`machine api.acme.dev\n  login ci\n  password ${s}\n`, [s]]; } },
  { name: 'mysql flag', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 14); return [`mysqldump -h db -u root -p${s} shop > shop.sql`, [s]]; } },
  { name: 'sshpass', level: 'redacted', make: (n) => { const [s] = human(n); return [`sshpass -p '${s}' ssh ops@10.0.0.4 uptime`, [s]]; } },
  { name: 'pgpassword', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 12); return [`PGPASSWORD=${s} psql -h db.acme.dev -U app -c 'select 1'`, [s]]; } },
  { name: 'kubectl literal', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 20); return [`kubectl create secret generic db --from-literal=password=${s} -n prod`, [s]]; } },
  { name: 'kubernetes secret', level: 'redacted', make: (n) => { const s = `${n.text(PLAIN, 26)}==`; return [`kind: Secret\nmetadata:\n  name: db\ndata:\n  password: ${s}\n`, [s]]; } },
  { name: 'docker auth', level: 'redacted', make: (n) => { const s = `${n.text(PLAIN, 38)}==`; return [`{"auths":{"ghcr.io":{"auth":"${s}"}}}`, [s]]; } },
  { name: 'npmrc', level: 'redacted', make: (n) => { const s = n.text(HEX, 36); return [`//npm.acme.dev/:_authToken=${s}\nalways-auth=true`, [s]]; } },
  { name: 'xml', level: 'redacted', make: (n) => { const [s] = human(n); return [`<server><id>releases</id><username>ci</username><password>${s}</password></server>`, [s]]; } },
  { name: 'sql', level: 'redacted', make: (n) => { const [s] = human(n); return [`CREATE USER app WITH LOGIN PASSWORD '${s}';`, [s]]; } },
  { name: 'azure storage', level: 'redacted', make: (n) => { const s = n.text(BASE64, 86); return [`DefaultEndpointsProtocol=https;AccountName=acmeblob;AccountKey=${s}==;EndpointSuffix=core.windows.net`, [s]]; } },
  { name: 'ado.net', level: 'redacted', make: (n) => { const [s] = human(n); return [`Server=tcp:sql.acme.dev,1433;Database=shop;User ID=app;Password=${s};Encrypt=true`, [s]]; } },
  { name: 'heredoc', level: 'redacted', make: (n) => { const s = n.text(PLAIN, 24); return [`cat > .env <<'EOT'\nHOST=0.0.0.0\nAPI_SECRET=${s}\nEOT\nsystemctl restart web`, [s]]; } },
  { name: 'ansible', level: 'redacted', make: (n) => { const [s] = human(n); return [`ansible-playbook site.yml -e "ansible_become_password=${s}"`, [s]]; } },
  { name: 'signed url', level: 'redacted', make: (n) => { const s = n.text(HEX, 64); return [`https://acme.s3.amazonaws.com/a.zip?X-Amz-Expires=900&X-Amz-Signature=${s}`, [s]]; } },
  { name: 'php array', level: 'redacted', make: (n) => { const [s] = human(n); return [`'connections' => ['mysql' => ['host' => 'db', 'password' => '${s}']],`, [s]]; } },
];

export type SecondSecret = { kind: string; form: string; level: 'shapes' | 'redacted'; text: string; secrets: readonly string[] };

export function secondSecrets(seed: number): SecondSecret[] {
  const noise = createNoise(seed);
  const lines: SecondSecret[] = [];
  const add = (kind: Kind, form: Form, level: SecondSecret['level']) => {
    const [written, secret] = kind.make(noise);
    const text = form.write(noise.pick(kind.names), written, noise);
    const left = form.name === 'url query' ? encodeURIComponent(secret) : secret;
    lines.push({ kind: kind.name, form: form.name, level, text, secrets: [left] });
  };
  for (const kind of secondKinds) {
    for (const form of namedForms) add(kind, form, kind.by === 'shape' ? 'shapes' : 'redacted');
    if (kind.by === 'shape') for (const form of shapeForms) add(kind, form, 'shapes');
  }
  for (const { name, level, make } of ownForms)
    for (let round = 0; round < 3; round++) {
      const [text, secrets] = make(noise);
      lines.push({ kind: name, form: 'own', level, text, secrets });
    }
  return lines;
}
