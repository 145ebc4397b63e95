/*
 * How telling a name is. `strong`: whatever it holds is a secret. `weak`: it may be one, the value decides.
 * A name is cut into words first, so that `apiKey`, `API_KEY` and `api-key` are one thing and `monkey` is none.
 */
export type Telling = 'strong' | 'weak' | 'none';

const mayTell = /pass|pwd|secret|token|cred|key|auth|sig|cookie|session|salt|pin|dsn|connection/i;
const words = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const MOST = 100;

const strongWords: ReadonlySet<string> = new Set(
  'password passwd passphrase passcode pwd secret token credential credentials apikey authtoken accesstoken secretkey privatekey accesskey accountkey sharedkey authkey requirepass masterauth'.split(
    ' ',
  ),
);
const strongEnding = /(?:password|passwd|passphrase|secret|token|(?:api|access|secret|private|auth)key|pwd)$/;
/** What makes the word `key` one that opens something. */
const beforeKey: ReadonlySet<string> = new Set(
  'api access private secret auth authorization signing sign encryption encrypt decryption master ssh account shared storage client service deploy app application webhook license server admin root session jwt hmac aes rsa crypto cipher subscription consumer function host license signature'.split(
    ' ',
  ),
);
const weakWords: ReadonlySet<string> = new Set(
  'key auth pass signature sig authorization cookie salt pin dsn passkey otp'.split(' '),
);
/** The last word says that this is about a secret and not one. */
const aboutSecrets: ReadonlySet<string> = new Set(
  'hash id ids name names type types url uri endpoint file filename path paths dir folder length len count size min max limit limits expiry expires expiration expired ttl at in ref reference field label labels policy prompt usage format version regex pattern placeholder hint input error errors message status state index column table mode method provider manager service store storage strategy header prefix suffix enabled required valid validity age rotation algorithm algo scope scopes issuer audience budget window rate price cost used left reset changed strength visible confirmation stdin fd command cmd helper'.split(
    ' ',
  ),
);
const notASecret: ReadonlySet<string> = new Set(
  'public max min num total has is use used show hide forgot reset change input output cached primary foreign sort partition cache'.split(
    ' ',
  ),
);

export function tellingOf(name: string): Telling {
  if (!mayTell.test(name)) return 'none';
  const parts = (name.length > MOST ? name.slice(-MOST) : name)
    .match(words)
    ?.map((word) => word.toLowerCase());
  const last = parts?.at(-1);
  if (parts === undefined || last === undefined) return 'none';
  if (parts.length > 1 && (aboutSecrets.has(last) || notASecret.has(parts[0] ?? ''))) return 'none';
  let telling: Telling = 'none';
  for (const [index, part] of parts.entries()) {
    if (strongWords.has(part) || strongEnding.test(part)) return 'strong';
    const before = parts[index - 1];
    if (part === 'key' && before !== undefined && beforeKey.has(before)) return 'strong';
    if (part === 'string' && before === 'connection') return 'strong';
    if (weakWords.has(part) && index === parts.length - 1) telling = 'weak';
  }
  return telling;
}
