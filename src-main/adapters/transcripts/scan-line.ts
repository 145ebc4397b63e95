import { hashCodes, hashPair, NO_ID } from '@domain/transcript/id-hash';
import { type LineFacts, noFacts, SYNTHETIC_MODEL } from '@domain/transcript/line-facts';
import { BACKSLASH, BROKEN, isAt, NULL, OPEN_OBJECT, QUOTE, skipSpace, TooDeep, TRUE } from './json-bytes';
import { K } from './line-keys';
import type { ScanMemory } from './line-tokens';
import { createMessageScanner, type Place, type Span } from './scan-message';
import { createNames, isoMs } from './scan-values';
import { createWalker, type OnKey } from './walk-json';

/** `whole`: the bytes alone do not tell what the line means, the full reader must look. */
export type Scanned = 'known' | 'whole';

export type Places = {
  readonly uuid: Place;
  readonly cwd: Place;
  readonly branch: Place;
  readonly version: Place;
  readonly sessionId: Place;
};

/*
 * The fast reader: the facts of a line from its bytes. It walks the three levels that matter (line, message, block) and
 * steps over everything else; whatever it does not meet every day (an escape in a name, a queued prompt, a title) goes
 * to the full reader, which is the one that decides what a line means.
 */
export type LineScanner = {
  /** Of the last line; the next one writes over them, as over all that follows. */
  readonly facts: LineFacts;
  readonly texts: readonly Span[];
  /** From 0 to 0 when the line has none. */
  readonly places: Places;
  /** `bytes[end]` must be a line feed. */
  scan(bytes: Uint8Array, from: number, end: number): Scanned;
};

/** Kinds of lines that are rare and small, or say something the scan does not read. */
const WHOLE_TYPES = new Set(['progress', 'summary', 'custom-title', 'ai-title', 'cost-state']);
const QUEUED = 'queued_command';

export function createLineScanner(memory: ScanMemory): LineScanner {
  const facts = noFacts();
  const names = createNames();
  let isOdd = false;
  const odd = () => {
    isOdd = true;
  };
  const walker = createWalker(memory, odd);
  const { skipValue, walkObject, walkLine } = walker;
  const { message, onMessage, ...messages } = createMessageScanner(walker, names, facts, odd);
  const none = (): Place => ({ from: 0, to: 0 });
  const places = { uuid: none(), cwd: none(), branch: none(), version: none(), sessionId: none() };
  const timestamp = none();
  const requestId = none();
  const all = [...Object.values(places), timestamp, requestId];
  let isMeta = false;
  let isSummary = false;

  const reset = () => {
    facts.isBroken = false;
    facts.type = '';
    facts.uuid = NO_ID;
    facts.atMs = Number.NaN;
    facts.isSidechain = false;
    facts.isRoot = false;
    facts.agentId = null;
    facts.isPrompt = false;
    facts.billKey = NO_ID;
    messages.reset();
    for (let each = 0; each < all.length; each += 1) {
      const place = all[each];
      if (place === undefined) continue;
      place.from = 0;
      place.to = 0;
    }
    isOdd = false;
    isMeta = false;
    isSummary = false;
  };

  const take = (bytes: Uint8Array, at: number, behind: number, place: Place) => {
    place.from = bytes[at] === QUOTE ? at + 1 : 0;
    place.to = bytes[at] === QUOTE ? behind - 1 : 0;
  };

  /** An id with an escape or a letter beyond ASCII has other bytes than characters. */
  const takeId = (bytes: Uint8Array, at: number, behind: number, place: Place) => {
    take(bytes, at, behind, place);
    for (let each = place.from; each < place.to; each += 1) {
      const code = bytes[each] ?? 0;
      if (code === BACKSLASH || code > 0x7f) odd();
    }
  };

  const nameAt = (bytes: Uint8Array, at: number, behind: number): string => {
    if (bytes[at] !== QUOTE) return '';
    const name = names.of(bytes, at + 1, behind - 1);
    if (name === null) odd();
    return name ?? '';
  };

  const onLine: OnKey = (bytes, key, length, at) => {
    if (length === 7 && isAt(bytes, key, K.message)) {
      messages.reset();
      if (bytes[at] !== OPEN_OBJECT) return skipValue();
      message.isThere = true;
      return walkObject(bytes, onMessage);
    }
    if (length === 10 && bytes[at] === OPEN_OBJECT && isAt(bytes, key, K.attachment))
      return walkObject(bytes, onAttachment);
    const behind = skipValue();
    onPlain(bytes, key, length, at, behind);
    return behind;
  };

  const onPlain = (bytes: Uint8Array, key: number, length: number, at: number, behind: number) => {
    switch (length) {
      case 3:
        if (isAt(bytes, key, K.cwd)) take(bytes, at, behind, places.cwd);
        break;
      case 4:
        if (isAt(bytes, key, K.type)) facts.type = nameAt(bytes, at, behind);
        else if (isAt(bytes, key, K.uuid)) takeId(bytes, at, behind, places.uuid);
        break;
      case 6:
        if (isAt(bytes, key, K.isMeta)) isMeta = isAt(bytes, at, TRUE);
        break;
      case 7:
        if (isAt(bytes, key, K.agentId))
          facts.agentId = bytes[at] === QUOTE ? nameAt(bytes, at, behind) : null;
        else if (isAt(bytes, key, K.version)) take(bytes, at, behind, places.version);
        break;
      case 9:
        if (isAt(bytes, key, K.timestamp)) takeId(bytes, at, behind, timestamp);
        else if (isAt(bytes, key, K.requestId)) takeId(bytes, at, behind, requestId);
        else if (isAt(bytes, key, K.gitBranch)) take(bytes, at, behind, places.branch);
        else if (isAt(bytes, key, K.sessionId)) take(bytes, at, behind, places.sessionId);
        break;
      case 10:
        if (isAt(bytes, key, K.parentUuid)) facts.isRoot = isAt(bytes, at, NULL);
        break;
      case 11:
        if (isAt(bytes, key, K.isSidechain)) facts.isSidechain = isAt(bytes, at, TRUE);
        break;
      case 16:
        if (isAt(bytes, key, K.isCompactSummary)) isSummary = isAt(bytes, at, TRUE);
        break;
    }
  };

  const onAttachment: OnKey = (bytes, key, length, at) => {
    const behind = skipValue();
    const isType = length === K.type.length && isAt(bytes, key, K.type);
    if (isType && nameAt(bytes, at, behind) === QUEUED) odd();
    return behind;
  };

  const settle = (bytes: Uint8Array) => {
    const { type } = facts;
    const { uuid } = places;
    if (uuid.from > 0) facts.uuid = hashCodes(bytes, uuid.from, uuid.to);
    if (timestamp.from > 0) facts.atMs = isoMs(bytes, timestamp.from, timestamp.to);
    const isAssistant = type === 'assistant' && message.isThere;
    const id = message.id.from > 0 ? message.id : uuid;
    facts.cacheWrite = Math.max(facts.cacheWrite, facts.cacheWrite5m + facts.cacheWrite1h);
    if (isAssistant && facts.model !== SYNTHETIC_MODEL && id.from > 0)
      facts.billKey = hashPair(bytes, id.from, id.to, requestId.from, requestId.to);
    else {
      facts.model = '';
      messages.resetUsage();
    }
    if (!isAssistant) {
      facts.thinkingBlocks = 0;
      if (facts.toolUses.length > 0) facts.toolUses.length = 0;
    }
    if (type !== 'user' && facts.toolErrors.length > 0) facts.toolErrors.length = 0;
    const isSaid = type === 'user' && !isMeta && !isSummary && !message.hasResults && message.blocks > 0;
    facts.isPrompt = isSaid && uuid.from > 0 && timestamp.from > 0 && !facts.isSidechain;
    if (facts.isPrompt) suspectCliText(bytes, message.firstText);
    const isTalk = isAssistant || (type === 'user' && !isMeta);
    if (!isTalk && message.texts.length > 0) message.texts.length = 0;
  };

  /** What the CLI writes in the user's place begins with `<` or `[`; which of these it is, the full reader says. */
  const suspectCliText = (bytes: Uint8Array, at: number) => {
    if (at <= 0) return;
    const code = bytes[at];
    if (code === 0x3c || code === 0x5b || (code === BACKSLASH && bytes[at + 1] === 0x75)) odd();
  };

  return {
    facts,
    texts: message.texts,
    places,
    scan(bytes, from, end) {
      reset();
      let behind: number;
      try {
        const at = skipSpace(bytes, from);
        behind = bytes[at] === OPEN_OBJECT ? walkLine(bytes, at, onLine) : BROKEN;
      } catch (error) {
        if (error instanceof TooDeep) return 'whole';
        throw error;
      }
      if (behind === BROKEN || skipSpace(bytes, behind) !== end) {
        reset();
        facts.isBroken = true;
        return 'known';
      }
      if (isOdd || WHOLE_TYPES.has(facts.type)) return 'whole';
      settle(bytes);
      return isOdd ? 'whole' : 'known';
    },
  };
}
