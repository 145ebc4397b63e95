import {
  BROKEN,
  CHECK_EVERY,
  COUNTS,
  CWD_AT,
  FLAGS,
  IS_NAMED,
  IS_PROMPT,
  NO_LINE,
  ONLY_NUMBERS,
  SAID,
  SEEN,
  SESSION_AT,
  STOP_EVERY,
  STOP_PLACES,
  STOP_PROMPT,
  STOP_RESULTS,
  STOP_TEXTS,
  TEXTS,
  WHOLE,
} from '../src-main/adapters/transcripts/scan-layout';
import { LINE_FEED, skipSpace } from './json';
import { endOfLine, passNotes, scan } from './line';
import { countBroken, countLine, hasRoom } from './tally';

/**
 * Lines from here on, each of which ends in a line feed before `end`. Stops at one that is of interest, whose facts are in
 * memory then and which is not counted yet; counts all others.
 */
export function scanLines(from: i32, end: i32, stops: i32): i32 {
  passNotes((stops & ONLY_NUMBERS) !== 0);
  let at = from;
  while (at < end) {
    const start = skipSpace(at);
    if (load<u8>(start) === LINE_FEED) {
      at = start + 1;
      continue;
    }
    const seen = said(SEEN) + 1;
    store<i32>(COUNTS + (SEEN << 2), seen);
    const found = scan(at);
    const isOfInterest =
      (stops & STOP_EVERY) !== 0 || found === WHOLE || seen % CHECK_EVERY === 0 || !hasRoom();
    if (isOfInterest || (found !== BROKEN && isWanted(stops))) return found;
    if (found === BROKEN) countBroken();
    else countLine();
    at = endOfLine() + 1;
  }
  return NO_LINE;
}

function isWanted(stops: i32): bool {
  if (said(IS_NAMED) !== 0) return true;
  if ((stops & STOP_PLACES) !== 0 && (said(CWD_AT) !== 0 || said(SESSION_AT) !== 0)) return true;
  if ((stops & STOP_PROMPT) !== 0 && (said(FLAGS) & IS_PROMPT) !== 0) return true;
  if ((stops & STOP_TEXTS) !== 0 && said(SAID) > 0) return true;
  return (stops & STOP_RESULTS) !== 0 && said(TEXTS) > 0;
}

function said(which: i32): i32 {
  return load<i32>(COUNTS + (which << 2));
}
