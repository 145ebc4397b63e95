import { hashCodes, hashPair, NO_ID } from '@domain/transcript/id-hash';
import { type LineFacts, noFacts, SYNTHETIC_MODEL } from '@domain/transcript/line-facts';
import { BACKSLASH, isAt, isPlain, NULL, OPEN_OBJECT, QUOTE, skipSpace, TRUE } from './json-bytes';
import { K } from './line-keys';
import { ENTRY_NUMBERS, LIST_AT, LIST_END_AT, NO_JSON, ODD_AT, type ScanMemory } from './line-tokens';
import { createMessageScanner, type Place, type Span } from './scan-message';
import { createNames, isoMs } from './scan-values';

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
const ATTACHMENT_TYPE = 2 | (K.type << 8);

export function createLineScanner(memory: ScanMemory): LineScanner {
  const facts = noFacts();
  const names = createNames();
  let isOdd = false;
  const odd = () => {
    isOdd = true;
  };
  const messages = createMessageScanner(names, facts, odd);
  const { message } = messages;
  const none = (): Place => ({ from: 0, to: 0 });
  const places = { uuid: none(), cwd: none(), branch: none(), version: none(), sessionId: none() };
  const timestamp = none();
  const requestId = none();
  const all = [...Object.values(places), timestamp, requestId];
  let isMeta = false;
  let isSummary = false;
  let attachmentEnd = 0;

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
    attachmentEnd = 0;
  };

  const take = (bytes: Uint8Array, at: number, behind: number, place: Place) => {
    place.from = bytes[at] === QUOTE ? at + 1 : 0;
    place.to = bytes[at] === QUOTE ? behind - 1 : 0;
  };

  /** An id with an escape or a letter beyond ASCII has other bytes than characters. */
  const takeId = (bytes: Uint8Array, at: number, behind: number, place: Place) => {
    take(bytes, at, behind, place);
    if (!isPlain(bytes, place.from, place.to)) odd();
  };

  const nameAt = (bytes: Uint8Array, at: number, behind: number): string => {
    if (bytes[at] !== QUOTE) return '';
    const name = names.of(bytes, at + 1, behind - 1);
    if (name === null) odd();
    return name ?? '';
  };

  const takeMember = (bytes: Uint8Array, key: number, at: number, behind: number) => {
    switch (key) {
      case K.type:
        facts.type = nameAt(bytes, at, behind);
        break;
      case K.message:
        messages.reset();
        if (bytes[at] === OPEN_OBJECT) messages.begin(behind);
        break;
      case K.attachment:
        attachmentEnd = bytes[at] === OPEN_OBJECT ? behind : 0;
        break;
      case K.uuid:
        takeId(bytes, at, behind, places.uuid);
        break;
      case K.timestamp:
        takeId(bytes, at, behind, timestamp);
        break;
      case K.requestId:
        takeId(bytes, at, behind, requestId);
        break;
      case K.parentUuid:
        facts.isRoot = isAt(bytes, at, NULL);
        break;
      case K.isSidechain:
        facts.isSidechain = isAt(bytes, at, TRUE);
        break;
      case K.agentId:
        facts.agentId = bytes[at] === QUOTE ? nameAt(bytes, at, behind) : null;
        break;
      case K.isMeta:
        isMeta = isAt(bytes, at, TRUE);
        break;
      case K.isCompactSummary:
        isSummary = isAt(bytes, at, TRUE);
        break;
      case K.cwd:
        take(bytes, at, behind, places.cwd);
        break;
      case K.version:
        take(bytes, at, behind, places.version);
        break;
      case K.gitBranch:
        take(bytes, at, behind, places.branch);
        break;
      case K.sessionId:
        take(bytes, at, behind, places.sessionId);
        break;
    }
  };

  /** What the list in memory holds of the line. */
  const takeAll = (bytes: Uint8Array) => {
    const list = memory.numbers();
    const listEnd = (list[LIST_END_AT] ?? 0) >> 2;
    if (list[ODD_AT] !== 0) odd();
    for (let cursor = LIST_AT; cursor < listEnd; cursor += ENTRY_NUMBERS) {
      const head = list[cursor] ?? 0;
      const at = list[cursor + 1] ?? 0;
      const behind = list[cursor + 2] ?? 0;
      if ((head & 0xff) === 1) takeMember(bytes, head >> 8, at, behind);
      else if (at < attachmentEnd) {
        if (head === ATTACHMENT_TYPE && nameAt(bytes, at, behind) === QUEUED) odd();
      } else messages.take(bytes, head, at, behind);
    }
    messages.end();
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
      const at = skipSpace(bytes, from);
      const behind = bytes[at] === OPEN_OBJECT ? memory.tokens(at) : NO_JSON;
      if (behind < NO_JSON) return 'whole';
      if (behind === NO_JSON || skipSpace(bytes, behind) !== end) {
        facts.isBroken = true;
        return 'known';
      }
      takeAll(bytes);
      if (isOdd || WHOLE_TYPES.has(facts.type)) return 'whole';
      settle(bytes);
      return isOdd ? 'whole' : 'known';
    },
  };
}
