import { describe, expect, it } from 'vitest';
import { filterText } from './filter-text';

const long = (n: number) => 'aB3'.repeat(Math.ceil(n / 3)).slice(0, n);

describe('what every text passes', () => {
  it.each([
    ['key-shape', `use sk-ant-api03-${long(40)} now`, 'use [REDACTED] now'],
    ['key-shape', `ghp_${long(36)}`, '[REDACTED]'],
    ['key-shape', `github_pat_${long(40)}`, '[REDACTED]'],
    ['key-shape', 'AKIAIOSFODNN7EXAMPLE', '[REDACTED]'],
    ['key-shape', `xoxb-123456789012-${long(20)}`, '[REDACTED]'],
    ['key-shape', `AIza${long(35)}`, '[REDACTED]'],
    ['key-shape', `"npm_${long(36)}"`, '"[REDACTED]"'],
    ['jwt', `eyJ${long(20)}.${long(30)}.${long(43)}`, '[REDACTED]'],
    [
      'url-credential',
      'git clone https://me:hunter2@example.com/x.git',
      'git clone https://[REDACTED]@example.com/x.git',
    ],
    ['url-credential', 'postgres://u:p%40ss@db/x', 'postgres://[REDACTED]@db/x'],
    ['url-credential', `https://${long(24)}@example.com/x`, 'https://[REDACTED]@example.com/x'],
    [
      'url-credential',
      'https://x.example/y?a=1&token=abc&b=2',
      'https://x.example/y?a=1&token=[REDACTED]&b=2',
    ],
    ['bearer', `Authorization: Bearer ${long(20)}`, 'Authorization: Bearer [REDACTED]'],
    [
      'private-key',
      `a -----BEGIN RSA PRIVATE KEY-----\n${long(64)}\n-----END RSA PRIVATE KEY----- b`,
      'a [REDACTED] b',
    ],
    ['private-key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${long(64)}`, '[REDACTED]'],
  ])('%s: %s', (rule, text, expected) => {
    expect(filterText(text, 'shapes')).toEqual({ text: expected, redactions: { [rule]: 1 } });
  });

  it.each([
    'Basic knowledge of things',
    'https://me@example.com/x',
    'https://example.com:8080/a?page=2',
    'the monkey sat on a key',
    'sk-short',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    `price is $5 and $\{braces}`,
    '',
  ])('leaves %j alone', (text) => {
    expect(filterText(text, 'shapes')).toEqual({ text, redactions: {} });
  });
});

describe('what a redacted tool passes', () => {
  it.each([
    ['env-reference', 'echo $HOME', 'echo [ENV:HOME]'],
    ['env-reference', `echo $\{API_BASE:-x}`, 'echo [ENV:API_BASE]'],
    ['env-reference', 'echo $env:PATH', 'echo [ENV:PATH]'],
    ['secret-assignment', 'PGPASSWORD=hunter2 psql', 'PGPASSWORD=[REDACTED] psql'],
    ['secret-assignment', 'curl -d password=hunter2&x=1', 'curl -d password=[REDACTED]&x=1'],
    ['secret-assignment', 'export DB_PASSWORD="a b c"', 'export DB_PASSWORD=[REDACTED]'],
    ['secret-assignment', '{"api_key": "abc def"}', '{"api_key": [REDACTED]}'],
    ['secret-assignment', "apiKey: 'x'", 'apiKey: [REDACTED]'],
    ['secret-assignment', 'key=1234abcd', 'key=[REDACTED]'],
    ['secret-assignment', 'login --password hunter2 --verbose', 'login --password [REDACTED] --verbose'],
    ['secret-assignment', 'curl -u me:hunter2 http://x', 'curl -u me:[REDACTED] http://x'],
    ['base64', `echo ${long(51)}`, 'echo [BASE64:51]'],
    ['secret-assignment', 'Cookie: theme=dark; sid=a1b2', 'Cookie: [REDACTED]'],
    ['secret-assignment', "ALTER ROLE app PASSWORD 'hunter'", "ALTER ROLE app PASSWORD '[REDACTED]'"],
    ['secret-assignment', "CREATE USER a IDENTIFIED BY 'hunter'", "CREATE USER a IDENTIFIED BY '[REDACTED]'"],
    ['url-credential', 'to=redis%3A%2F%2Fme%3Ahunter2%40db', 'to=redis%3A%2F%2Fme%3A[REDACTED]%40db'],
    ['url-credential', 'get?a=1&pass=hunter', 'get?a=1&pass=[REDACTED]'],
    ['base64', `${long(60)}==`, '[BASE64:62]'],
    ['base64', 'A'.repeat(80), '[BASE64:80]'],
  ])('%s: %s', (rule, text, expected) => {
    expect(filterText(text, 'redacted')).toEqual({ text: expected, redactions: { [rule]: 1 } });
  });

  it.each([
    'cat /home/someone/projects/long/path/to/a/rather/deeply/nested/module/index.ts',
    'ls /tmp/build-output-directory-of-the-second-stage/with/parts',
    'monkey=banana author: Bob max_tokens=4096 tokenizer = fast',
    'echo $1 $? $$ $(date)',
    'docker login --password-stdin registry.example',
    "fetch(url, { credentials: 'include' })",
    'MasterPassword: !Ref AppPassword',
    '"login.password": "Mot de passe oublié"',
    'eos_token: "</s>"',
    '--color-token-link: #0af',
    'get?sort_key=name&group_key=day',
    'Set-Cookie: name=value',
    `hello $\{user.name} and $\{t('key')}`,
    `echo ${long(50)}`,
    'git switch feature/a-long-branch-name-that-says-what-it-is-for-and-why',
  ])('leaves %j alone', (text) => {
    expect(filterText(text, 'redacted')).toEqual({ text, redactions: {} });
  });

  it('names the variable a secret came from and holds no secret', () => {
    expect(filterText(`password=$PW token=$\{TOKEN}`, 'redacted').text).toBe(
      'password=[ENV:PW] token=[ENV:TOKEN]',
    );
  });

  it('filters what is filtered already into itself', () => {
    const once = filterText(`a=$X password=p https://u:p@h/ ${long(70)} Bearer ${long(20)}`, 'redacted').text;
    expect(filterText(once, 'redacted').text).toBe(once);
  });

  it('counts every strike', () => {
    expect(filterText('$A $B password=x', 'redacted').redactions).toEqual({
      'env-reference': 2,
      'secret-assignment': 1,
    });
  });
});

describe('hostile text', () => {
  // A pattern that backtracks would need hours for these; the ceiling of the test is what fails then.
  it.each([
    'a',
    'A',
    '/',
    'eyJ-',
    'key="',
    'key=',
    '://',
    '${',
    '-----BEGIN PRIVATE KEY-----',
    'password',
    '"',
    "'",
    ' -u a:',
    'sk-',
    '%3A%2F%2F',
    '%3A%2F%2Fa%3Ab',
    'cookie:a=',
    'cookie: a=b;',
    'create user password ',
    'identified with by ',
  ])('a megabyte of %j is read once', (unit) => {
    const text = unit.repeat(Math.floor(1_000_000 / unit.length));
    expect(typeof filterText(text, 'redacted').text).toBe('string');
  });
});
