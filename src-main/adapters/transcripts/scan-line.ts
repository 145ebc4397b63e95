import { type LineFacts, noFacts } from '@domain/transcript/line-facts';
import { isKnownType } from '@domain/transcript/session-tally';
import * as L from './scan-layout';
import type { ScanMemory } from './scan-memory';

/** Where the text of a content block stands, in the bytes of its line. A result may be a string or a list of blocks. */
export type Span = { readonly kind: number; readonly from: number; readonly to: number };

/** The line the program stopped at, read out of its memory. */
export type ScannedLine = {
  /** What `read` found; the next one writes over them. */
  readonly facts: LineFacts;
  /** `found`: what the program says of the line. */
  read(found: number): void;
  /** Only whether it is broken, its type, its time and whether it is a prompt. */
  glance(found: number): void;
  /** Where a text of the line stands (`UUID_AT` and the like of the layout); undefined when it has none. */
  place(which: number): { readonly from: number; readonly to: number } | undefined;
  /** The texts of the line, of the kinds `TEXT_…`. */
  texts(): Iterable<Span>;
  /** Puts the facts of the full reader in their place. False: they are too many. */
  write(facts: LineFacts): boolean;
  /** Names are numbers over there. */
  nameOf(number: number): string;
  /** Null: there are too many. */
  numberOf(name: string): number | null;
  /** Takes over the names the program has met for the first time. To be called wherever it stops. */
  learn(): void;
  /** While nothing is counted: what was met in other files need not be remembered for ever. */
  forgetNames(): void;
};

const COUNTS = L.COUNTS / 4;
const NUMBERS = L.NUMBERS / 8;

export function createScannedLine(memory: ScanMemory): ScannedLine {
  const facts = noFacts();
  let names: string[] = [''];

  const count = (which: number) => memory.counts()[COUNTS + which] ?? 0;
  const keepName = (number: number, name: string) => {
    names[number] = name;
    memory.bytes()[L.KNOWN_TYPES + number] = isKnownType(name) ? 1 : 0;
  };
  const numberOf = (name: string): number | null => {
    if (name === '') return 0;
    const bytes = Buffer.from(name);
    if (bytes.length > L.NAME_BYTES) return null;
    memory.bytes().set(bytes, L.NAME_TEXT);
    const number = memory.nameAt(L.NAME_TEXT, L.NAME_TEXT + bytes.length);
    if (number < 0) return null;
    keepName(number, name);
    return number;
  };

  const readNumbers = (numbers: Float64Array) => {
    facts.uuid = numbers[NUMBERS + L.UUID] ?? 0;
    facts.billKey = numbers[NUMBERS + L.BILL_KEY] ?? 0;
    facts.tokensIn = numbers[NUMBERS + L.TOKENS_IN] ?? 0;
    facts.tokensOut = numbers[NUMBERS + L.TOKENS_OUT] ?? 0;
    facts.cacheRead = numbers[NUMBERS + L.CACHE_READ] ?? 0;
    facts.cacheWrite = numbers[NUMBERS + L.CACHE_WRITE] ?? 0;
    facts.cacheWrite5m = numbers[NUMBERS + L.CACHE_WRITE_5M] ?? 0;
    facts.cacheWrite1h = numbers[NUMBERS + L.CACHE_WRITE_1H] ?? 0;
    facts.toolUses = [...numbers.subarray(L.USES_LIST / 8, L.USES_LIST / 8 + count(L.USES))];
    facts.toolErrors = [...numbers.subarray(L.ERRORS_LIST / 8, L.ERRORS_LIST / 8 + count(L.ERRORS))];
  };

  const glance = (found: number) => {
    facts.isBroken = found === L.BROKEN;
    if (found !== L.KNOWN) return;
    facts.type = names[count(L.TYPE)] ?? '';
    facts.atMs = memory.numbers()[NUMBERS + L.AT_MS] ?? 0;
    facts.isPrompt = (count(L.FLAGS) & L.IS_PROMPT) !== 0;
  };

  return {
    facts,
    glance,
    read(found) {
      glance(found);
      if (found !== L.KNOWN) return;
      const flags = count(L.FLAGS);
      const agent = count(L.AGENT);
      facts.model = names[count(L.MODEL)] ?? '';
      facts.agentId = agent === 0 ? null : (names[agent] ?? '');
      facts.isSidechain = (flags & L.IS_SIDECHAIN) !== 0;
      facts.isRoot = (flags & L.IS_ROOT) !== 0;
      facts.thinkingBlocks = count(L.THINKING);
      readNumbers(memory.numbers());
    },
    place(which) {
      const from = count(which);
      return from === 0 ? undefined : { from, to: count(which + 1) };
    },
    *texts() {
      const counts = memory.counts();
      const end = L.TEXTS_LIST / 4 + count(L.TEXTS) * (L.TEXT_ENTRY / 4);
      for (let at = L.TEXTS_LIST / 4; at < end; at += L.TEXT_ENTRY / 4)
        yield { kind: counts[at] ?? 0, from: counts[at + 1] ?? 0, to: counts[at + 2] ?? 0 };
    },
    write(line) {
      const [type, model, agent] = [line.type, line.model, line.agentId ?? ''].map(numberOf);
      const isMany = Math.max(line.toolUses.length, line.toolErrors.length) > L.MOST_ITEMS;
      // An agent without a name is one nevertheless.
      if (type == null || model == null || agent == null || isMany || line.agentId === '') return false;
      const counts = memory.counts();
      const numbers = memory.numbers();
      counts.set([type, model, agent], COUNTS + L.TYPE);
      counts[COUNTS + L.FLAGS] =
        (line.isSidechain ? L.IS_SIDECHAIN : 0) |
        (line.isRoot ? L.IS_ROOT : 0) |
        (line.isPrompt ? L.IS_PROMPT : 0);
      counts[COUNTS + L.THINKING] = line.thinkingBlocks;
      counts[COUNTS + L.USES] = line.toolUses.length;
      counts[COUNTS + L.ERRORS] = line.toolErrors.length;
      numbers.set(line.toolUses, L.USES_LIST / 8);
      numbers.set(line.toolErrors, L.ERRORS_LIST / 8);
      const { uuid, atMs, billKey, tokensIn, tokensOut, cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h } =
        line;
      const used = [tokensIn, tokensOut, cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h];
      numbers.set([uuid, atMs, billKey, ...used], NUMBERS);
      return true;
    },
    nameOf: (number) => names[number] ?? '',
    numberOf,
    learn() {
      if (count(L.IS_NAMED) === 0) return;
      const bytes = memory.bytes();
      for (const [which, place] of NAMED) {
        const number = count(which);
        if (number === 0 || names[number] !== undefined) continue;
        const [from, to] = [count(place), count(place + 1)];
        keepName(number, Buffer.from(bytes.buffer, from, to - from).toString('latin1'));
      }
    },
    forgetNames() {
      if (memory.makeRoomForNames() !== 0) names = [''];
    },
  };
}

const NAMED = [
  [L.TYPE, L.TYPE_AT],
  [L.MODEL, L.MODEL_AT],
  [L.AGENT, L.AGENT_AT],
] as const;
