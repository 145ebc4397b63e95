import { changeRate, isHashLength, isPathLike } from './random-text';
import { type Telling, tellingOf } from './secret-names';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PLACEHOLDER =
  /^(?:[*•.]+|x{3,}|\.{3}.*|<[A-Za-z/|].*|\{\{.*|%[A-Za-z_]+%|\[(?:REDACTED|ENV:|BASE64:).*|\$.*|[?!-]+)$/i;
const WORD_OF_CODE = new Set(
  'true false null none nil undefined yes no on off string str number int integer bool boolean bytes buffer any unknown object void never text varchar char uuid required optional default self this await new function async typeof return const let var secretstr option readonly static private public protected import from if else and or not is in the a an your include omit same-origin'.split(
    ' ',
  ),
);
/** `order-4912` names a thing. */
const WORD_AND_NUMBER = /^[a-z]+(?:[-_:.][a-z]+)*[-_:.]?[0-9]{1,8}$/i;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+(?:[([!?].*)?$/;
const CALL = /^[A-Za-z_$][\w$.]*[([{]/;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const MENTIONS_SECRET =
  /pass(?:word|phrase|code|wort)|token|secret|\bkey\b|credential|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord|пароль|密码|パスワード/i;
/** The label of a field in another language: letters, and nothing a generator would add. */
const LABEL = /^[\p{L}\p{M}'’]+(?: [\p{L}\p{M}'’]+)*[.:?!…]?$/u;
/** `node-Linux-npm-<checksum>` is what a cache is found by. */
const NAMED_CHECKSUM = /^(?:[A-Za-z0-9._]+-)+([0-9a-f]{32,128})$/;
const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** The tags of CloudFormation: what follows names another value. */
const YAML_TAG = /^!(?:Ref|GetAtt|Sub|ImportValue|Join|Select|FindInMap|If)$/;
const MOST = 4096;

export type Judged = {
  readonly value: string;
  readonly isQuoted: boolean;
  /** `NAME=value` as a shell or an env file writes it, rather than code or prose. */
  readonly isTight: boolean;
  /** What follows the value on its line, a few characters. */
  readonly after: string;
};

/** The value of a telling name that holds no secret: a type, a reference, a place holder, a sentence, a path. */
export function isInnocentValue({ value, isQuoted, isTight, after }: Judged, telling: Telling): boolean {
  const bare = value.length > MOST ? value.slice(0, MOST) : value;
  if (bare === '' || PLACEHOLDER.test(bare)) return true;
  // `String!`, `string[]`, `Int?`: a type all the same.
  if (WORD_OF_CODE.has(bare.toLowerCase().replace(/(?:\[\]|[!?])+$/, ''))) return true;
  // A structure: the names in it are judged one by one.
  if (!isQuoted && /^[{[(]/.test(bare)) return true;
  if (telling === 'weak' && WORD_AND_NUMBER.test(bare)) return true;
  if (telling === 'weak' && (!isMixed(bare) || isHashLength(NAMED_CHECKSUM.exec(bare)?.[1] ?? '')))
    return true;
  if (COLOUR.test(bare)) return true;
  if (/^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\)/.test(bare) && isPathLike(bare)) return true;
  if (/^[0-9.,_]{1,7}$/.test(bare) && !isQuoted && !isTight) return true;
  // `password=password`, `"password": "Password"`: the name of a field or a variable, not what is in it.
  if (IDENTIFIER.test(bare) && !/[0-9]/.test(bare) && tellingOf(bare) === 'strong') return true;
  if (isLabel(bare) || (isQuoted && / .* /.test(bare) && MENTIONS_SECRET.test(bare))) return true;
  if (isQuoted) return false;
  // A parameter of a query, a field of an object: `password: @password`.
  if (YAML_TAG.test(bare) || (/^@{1,2}[A-Za-z_]+$/.test(bare) && tellingOf(bare.slice(1)) === 'strong'))
    return true;
  if (CALL.test(bare) || /^[([{]/.test(after)) return IDENTIFIER.test(bare.split(/[([{.]/, 1)[0] ?? '');
  if (
    MEMBER.test(bare) &&
    (!isMixed(bare) ||
      /^(?:self|this|process|os|req|request|config|env|opts|options|settings|args|ctx|props|params|secrets|var|local|module|data)\b/.test(
        bare,
      ))
  )
    return true;
  // "token: it is given by the server" is a sentence.
  return !isTight && /^[A-Za-z][a-z']*[.!?]?$/.test(bare) && /^ [a-z(]/.test(after);
}

/** "Forgot password?", "Contraseña": a word for it, and no more than words. One English word may be a poor password. */
function isLabel(value: string): boolean {
  return (
    LABEL.test(value) && MENTIONS_SECRET.test(value) && (value.includes(' ') || /[^\x20-\x7e]/.test(value))
  );
}

/** Random enough to be taken beside a telling name even where plain values stay. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || value.length > 512 || /[\s(){}<>]/.test(value) || !isMixed(value)) return false;
  if (UUID.test(value) || /^(?:https?|file|data):/.test(value)) return false;
  if (/^(?:\/|\.{1,2}\/|~\/)/.test(value) && isPathLike(value)) return false;
  if (/^\$|^\[/.test(value)) return false;
  const digits = value.replace(/[^0-9]/g, '').length;
  const isBusy = changeRate(value) >= 0.22 || digits / value.length >= 0.2 || isHashLength(value);
  return isBusy && entropy(value) >= 3;
}

function isMixed(value: string): boolean {
  return value.length >= 6 && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

/** Bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
