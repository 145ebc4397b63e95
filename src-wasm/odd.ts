import { COUNTS } from '../src-main/adapters/transcripts/scan-layout';
import { QUOTE } from './json';
import { isPlain } from './values';
import { nameAt } from './words';

/** The bytes alone do not tell what the line means: the full reader must look. */
let odd = false;

export function isOdd(): bool {
  return odd;
}

export function setOdd(): void {
  odd = true;
}

export function clearOdd(): void {
  odd = false;
}

/** Where the text that begins here stands; from 0 to 0 when it is none. */
export function keepPlace(which: i32, at: i32, behind: i32): void {
  const isText = load<u8>(at) === QUOTE;
  store<i32>(COUNTS + (which << 2), isText ? at + 1 : 0);
  store<i32>(COUNTS + (which << 2), isText ? behind - 1 : 0, 4);
}

/** The same of a name that comes again and again, and the number that stands for it; 0 when it is no text. */
export function keepName(which: i32, place: i32, at: i32, behind: i32): void {
  // Told twice: one of them would be lost.
  if (load<i32>(COUNTS + (which << 2)) !== 0) setOdd();
  if (isOdd() || load<u8>(at) !== QUOTE) return;
  keepPlace(place, at, behind);
  const number = isPlain(at, behind) ? nameAt(at + 1, behind - 1) : -1;
  if (number < 0) setOdd();
  else store<i32>(COUNTS + (which << 2), number);
}
