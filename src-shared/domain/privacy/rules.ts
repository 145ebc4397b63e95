/*
 * Every pattern runs in linear time on any input: bounded repeats, classes that exclude what follows them, and a
 * look-behind so that a long run of letters is entered once. Text from a transcript may be a megabyte of one letter.
 */
export type RuleName =
  | 'private-key'
  | 'jwt'
  | 'key-shape'
  | 'bearer'
  | 'url-credential'
  | 'env-reference'
  | 'secret-assignment'
  | 'base64';

export type Rule = {
  readonly name: RuleName;
  readonly pattern: RegExp;
  /** Null leaves the match as it is. */
  readonly replace: (match: string, ...groups: (string | undefined)[]) => string | null;
};

export const REDACTED = '[REDACTED]';
const redact = () => REDACTED;
const keepFirst = (_match: string, first = '') => `${first}${REDACTED}`;

const keyShapes = [
  'sk-[A-Za-z0-9_-]{16,}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'gh[opusr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'glpat-[A-Za-z0-9_-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  '(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])',
  'AIza[0-9A-Za-z_-]{35}',
  'ya29\\.[0-9A-Za-z_-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{30,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'hf_[A-Za-z0-9]{30,}',
  'do[opr]_v1_[a-f0-9]{40,}',
  'AGE-SECRET-KEY-1[0-9A-Z]{40,}',
  'eyJrIjoi[A-Za-z0-9+/=]{30,}',
];

/** Applied to everything that is written: prompts, answers, titles, arguments, results. */
export const shapeRules: readonly Rule[] = [
  {
    name: 'private-key',
    // To its end line, or to the end of the text when that is missing: half a key is still a key.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\s\S])*(?:-----END [A-Z0-9 ]{0,60}-----)?/g,
    replace: redact,
  },
  {
    name: 'jwt',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}/g,
    replace: redact,
  },
  {
    name: 'key-shape',
    pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${keyShapes.join('|')})`, 'g'),
    replace: redact,
  },
  {
    name: 'bearer',
    pattern: /(?<![A-Za-z])((?:Bearer|Basic)[ \t]{1,4})[A-Za-z0-9+/_.~-]{12,}={0,2}/gi,
    replace: (match, scheme = '') => (/[0-9]/.test(match) ? `${scheme}${REDACTED}` : null),
  },
  {
    name: 'url-credential',
    pattern: /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/@"'<>]{1,2000})@/gi,
    replace: (_match, scheme = '', user = '') =>
      // A bare user name is no secret; a long one is a token in its place.
      user.includes(':') || user.length >= 20 ? `${scheme}${REDACTED}@` : null,
  },
  {
    name: 'url-credential',
    pattern:
      /([?&](?:access_token|auth_token|token|api_?key|key|secret|client_secret|password|sig|signature|auth)=)(?!\[)[^&\s#"'<>]+/gi,
    replace: keepFirst,
  },
];

const secretName =
  '(?:pass(?:word|wd|phrase)|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|(?:auth|signing|encryption|master|ssh)[_-]?key|(?<![A-Za-z])key|(?<![A-Za-z])auth)';
const nameTail = '(?:[_-][A-Za-z0-9_-]{0,32})?';
const value = '(?:"(?:[^"\\\\\\n]|\\\\.)*"|\'[^\'\\n]*\'|[^\\s"\'`;&|<>()\\[\\]{},]+)';

/** Applied on top of the shapes under `redacted`. */
export const redactedRules: readonly Rule[] = [
  {
    name: 'env-reference',
    pattern:
      /\$(?:\{([A-Za-z_][A-Za-z0-9_]{0,200})[^}\n]{0,500}\}|env:([A-Za-z_]\w{0,200})|([A-Za-z_][A-Za-z0-9_]{0,200}))/gi,
    replace: (_match, braced, power, plain) => `[ENV:${braced ?? power ?? plain ?? ''}]`,
  },
  {
    name: 'secret-assignment',
    // NAME=value, "name": "value", name: value
    pattern: new RegExp(
      `(${secretName}${nameTail}["']?[ \\t]{0,4}(?:=|:=?|=>)[ \\t]{0,4})(?!\\[)${value}`,
      'gi',
    ),
    replace: keepFirst,
  },
  {
    name: 'secret-assignment',
    // --password value, -p is too common to be one
    pattern: new RegExp(
      `(--[a-z-]{0,20}(?:password|passwd|secret|token|api-key|access-key)[ \\t]{1,4})(?![-[])${value}`,
      'gi',
    ),
    replace: keepFirst,
  },
  {
    name: 'secret-assignment',
    pattern: /((?<![^\s])(?:-u|--user)[ \t=]{1,4}[^\s:"']{1,200}:)(?!\[)[^\s"']+/g,
    replace: keepFirst,
  },
  {
    name: 'base64',
    pattern: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{51,}={0,2}/g,
    replace: (match) => (isWordy(match) ? null : `[BASE64:${match.length}]`),
  },
];

/** Paths and long kebab names stay: they change between capitals, digits and small letters far more rarely than noise. */
function isWordy(run: string): boolean {
  if (!/[/_-]/.test(run) || run.includes('+') || run.endsWith('=')) return false;
  let changes = 0;
  let before = '';
  for (const letter of run) {
    const kind =
      letter >= 'a' && letter <= 'z'
        ? 'a'
        : letter >= 'A' && letter <= 'Z'
          ? 'A'
          : /[0-9]/.test(letter)
            ? '0'
            : before;
    if (kind !== before) changes += 1;
    before = kind;
  }
  return changes / run.length < 0.25;
}

/** An argument or field whose name says that its value is a secret. */
export const secretArgument = new RegExp(`${secretName}${nameTail}$`, 'i');
