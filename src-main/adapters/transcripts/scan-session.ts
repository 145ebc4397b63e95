import { isUtf8 } from 'node:buffer';
import { type FullLine, type LineFacts, readLineFacts, type TextRole } from '@domain/transcript/line-facts';
import { addLine, type SessionTally } from '@domain/transcript/session-tally';
import { type PackedTally, packTally } from '@domain/transcript/tally-bytes';
import type { TranscriptBytes } from '../../ports/transcript-pages';
import type { SessionNotes } from '../../ports/transcripts';
import { createLineReader, type LineReader, type OpenTranscript, type ReadFile } from './read-lines';
import * as L from './scan-layout';
import { createScannedLine, type ScannedLine } from './scan-line';
import type { ScanMemory } from './scan-memory';
import { lendTally, packLent, returnTally } from './scan-tally';

/** A text of the conversation and the line it stands in. */
export type ScannedText = {
  readonly role: TextRole;
  readonly text: string;
  readonly atMs: number;
  readonly uuid: string;
  readonly offset: number;
};

/** A text that holds nothing the privacy filter would find: its bytes, and those of the line's uuid, until the next is told. */
export type PlainText = {
  readonly role: TextRole;
  readonly bytes: Uint8Array;
  readonly uuid: Uint8Array;
  readonly atMs: number;
};

export type ScanTarget = {
  readonly tally: SessionTally;
  /** More files of the session follow: until `pack` nothing in the tally is as it should be. */
  readonly isKept?: boolean;
  /** Absent when nobody wants to know more than numbers, which is quicker. */
  readonly notes?: SessionNotes;
  /** Texts of lines that are new; absent when nobody wants them. */
  readonly onText?: (text: ScannedText) => void;
  /** Takes those of them that are plain instead, which need not become strings. */
  readonly onPlain?: (text: PlainText) => void;
  readonly wantsTools?: boolean;
  /** A file was read up to here, and is still open. */
  readonly onEnd?: (file: TranscriptBytes, offset: number) => void;
  /** How its files are opened; Claude's own when nobody says. */
  readonly open?: OpenTranscript;
  /** Every line by the full reader. */
  readonly isFull?: boolean;
};

export type ScannedFile = ReadFile & {
  /** 1 when the file ends in the middle of a line. */
  readonly openTail: 0 | 1;
  /** Lines that were read twice to be sure, and those of them of which the two readers did not say the same. */
  readonly checked: number;
  readonly disagreed: number;
};

export type SessionScanner = {
  readonly reader: LineReader;
  scanFile(path: string, offset: number, target: ScanTarget, most?: number): ScannedFile;
  /** All that was counted in a tally that was kept. */
  pack(tally: SessionTally): PackedTally;
};

/** `full`: every line by the full reader, to hold the fast one against it. */
export function createSessionScanner(
  reader: LineReader = createLineReader(),
  readers: 'both' | 'full' = 'both',
): SessionScanner {
  const { memory } = reader;
  const line = createScannedLine(memory);
  /** What the program counts on. */
  let lent: SessionTally | null = null;
  const takeBack = () => {
    if (lent !== null) returnTally(memory, line, lent);
    lent = null;
  };
  const lend = (tally: SessionTally) => {
    if (lent === tally) return;
    takeBack();
    line.forgetNames();
    if (lendTally(memory, line, tally)) lent = tally;
  };

  const scanFile: SessionScanner['scanFile'] = (path, offset, target, most) => {
    const { tally, notes } = target;
    let checked = 0;
    let disagreed = 0;
    // Once the two readers disagree, the rest of the file is the full reader's.
    let isFull = readers === 'full' || target.isFull === true;
    let openTail: 0 | 1 = 0;
    lend(tally);

    const stops = () =>
      isFull || lent === null
        ? L.STOP_EVERY
        : (notes === undefined ? L.ONLY_NUMBERS : stopsFor(notes)) |
          (target.onText === undefined ? 0 : L.STOP_TEXTS) |
          (target.wantsTools === true ? L.STOP_RESULTS : 0);

    /** True when the line was not there yet. */
    const count = (facts: LineFacts): boolean => {
      if (lent !== null && memory.hasRoom() === 0) takeBack();
      if (lent === null) return addLine(tally, facts);
      if (!facts.isBroken) return memory.countLine() !== 0;
      memory.countBroken();
      return false;
    };
    /** One the program has stopped at; false: it is broken. */
    const take = (found: number, bytes: Uint8Array, at: number): boolean => {
      line.learn();
      const { from, to } = line.place(L.LINE_AT) ?? { from: 0, to: 0 };
      const isChecked = (memory.counts()[L.COUNTS / 4 + L.SEEN] ?? 0) % L.CHECK_EVERY === 0;
      if (!isFull && found !== L.WHOLE) {
        // Only who counts in its place has to know all of it.
        if (isChecked || lent === null || memory.hasRoom() === 0) line.read(found);
        else line.glance(found);
        if (isChecked) checked += 1;
        if (!isChecked || sameFacts(line.facts, readLineFacts(decode(bytes, from, to)))) {
          addFast(bytes, at, line, target, count, memory);
          return !line.facts.isBroken;
        }
        disagreed += 1;
        isFull = true;
      }
      return addFull(decode(bytes, from, to), at, target, (facts) => {
        if (lent !== null && !facts.isBroken && !line.write(facts)) takeBack();
        return count(facts);
      });
    };

    try {
      const file = reader.read(
        path,
        offset,
        {
          onLines(bytes, from, behind, at) {
            for (let next = from; ; ) {
              const found = memory.scanLines(next, behind, stops());
              if (found === L.NO_LINE) return;
              const place = line.place(L.LINE_AT);
              take(found, bytes, at + (place?.from ?? from) - from);
              next = (place?.to ?? behind) + 1;
            }
          },
          onLost() {
            count({ ...line.facts, isBroken: true });
          },
          onEnd: target.onEnd,
          onTail(bytes, from, end, at) {
            takeBack();
            const { lines, broken } = tally;
            const found = memory.scanLines(from, end + 1, L.STOP_EVERY);
            if (found === L.NO_LINE || take(found, bytes, at)) return true;
            // It may be written on: what it says now is told apart, and forgotten when the file grows.
            tally.lines = lines;
            tally.broken = broken;
            openTail = 1;
            return false;
          },
        },
        most,
        target.open,
      );
      return { ...file, openTail: file.isTailLost ? 1 : openTail, checked, disagreed };
    } finally {
      if (target.isKept !== true) takeBack();
    }
  };
  return {
    reader,
    scanFile,
    pack(tally) {
      if (lent !== tally) return packTally(tally);
      lent = null;
      return packLent(memory, line, tally);
    },
  };
}

/** What is not known yet. */
const stopsFor = (notes: SessionNotes) =>
  (notes.cwd === undefined || notes.sessionId === undefined ? L.STOP_PLACES : 0) |
  (notes.firstPrompt === undefined ? L.STOP_PROMPT : 0);

type Count = (facts: LineFacts) => boolean;

function addFast(
  bytes: Uint8Array,
  offset: number,
  line: ScannedLine,
  target: ScanTarget,
  count: Count,
  memory: ScanMemory,
): void {
  const { facts } = line;
  const { notes, onText, onPlain } = target;
  const isNew = count(facts);
  if (facts.isBroken) return;
  const textOf = (which: number) => {
    const place = line.place(which);
    return place === undefined ? undefined : stringAt(bytes, place.from, place.to);
  };
  if (notes !== undefined) notePlaces(notes, textOf);
  const isFirst = notes !== undefined && facts.isPrompt && notes.firstPrompt === undefined;
  if (!isNew || (onText === undefined && !isFirst)) return;
  for (const { kind, from, to } of line.texts()) {
    const isResult = kind === L.TEXT_RESULT;
    if (isResult && (onText === undefined || target.wantsTools !== true)) continue;
    const said = facts.type === 'user' ? 'user' : 'assistant';
    const role = isResult ? 'tool' : kind === L.TEXT_THINKING ? 'thinking' : said;
    if (onPlain !== undefined && !isResult) {
      const plain = plainAt(memory, from, to);
      if (plain !== null) {
        if (isFirst) notes.firstPrompt ??= decode(plain, 0, plain.length);
        onPlain({ role, bytes: plain, uuid: placed(bytes, line.place(L.UUID_AT)), atMs: facts.atMs });
        continue;
      }
    }
    const text = isResult ? resultOf(bytes, from, to) : stringAt(bytes, from, to);
    if (isFirst && !isResult) notes.firstPrompt ??= text;
    if (onText === undefined || text === '') continue;
    onText({ role, text, atMs: facts.atMs, uuid: textOf(L.UUID_AT) ?? '', offset });
  }
}

/** Null: it has to be looked at as a text. */
function plainAt(memory: ScanMemory, from: number, to: number): Uint8Array | null {
  const found = memory.plainText(from, to);
  if (found < 0) return null;
  const bytes = memory.bytes().subarray(L.PLAIN_TEXT, L.PLAIN_TEXT + (found >> 1));
  // Bytes that are no letters become some where a text is made of them; a database may stumble over them.
  return (found & 1) === 0 || isUtf8(bytes) ? bytes : null;
}

const placed = (bytes: Uint8Array, place: { from: number; to: number } | undefined) =>
  bytes.subarray(place?.from ?? 0, place?.to ?? 0);

function notePlaces(notes: SessionNotes, textOf: (which: number) => string | undefined): void {
  if (notes.cwd === undefined) {
    const cwd = textOf(L.CWD_AT);
    if (cwd !== undefined) {
      notes.cwd = cwd;
      notes.branch = textOf(L.BRANCH_AT);
      notes.version = textOf(L.VERSION_AT);
    }
  }
  notes.sessionId ??= textOf(L.SESSION_AT);
}

function addFull(line: string, offset: number, target: ScanTarget, count: Count): boolean {
  const full = readLineFacts(line);
  const { notes, onText } = target;
  const isNew = count(full);
  if (full.isBroken) return false;
  if (notes !== undefined) noteFull(notes, full);
  if (isNew && onText !== undefined)
    for (const { role, text } of full.texts)
      if (role !== 'tool' || target.wantsTools === true)
        onText({ role, text, atMs: full.atMs, uuid: full.uuidText ?? '', offset });
  return true;
}

function noteFull(notes: SessionNotes, full: FullLine): void {
  const told = full.notes;
  if (notes.cwd === undefined && told.cwd !== undefined) {
    notes.cwd = told.cwd;
    notes.branch = told.branch;
    notes.version = told.version;
  }
  notes.sessionId ??= told.sessionId;
  if (told.title !== undefined && (told.titleRank ?? 0) >= (notes.titleRank ?? 0)) {
    notes.title = told.title;
    notes.titleRank = told.titleRank;
  }
  if (told.claudeCostUsd !== undefined) notes.claudeCostUsd = told.claudeCostUsd;
  if (full.isPrompt) notes.firstPrompt ??= full.texts[0]?.text;
}

export function sameFacts(a: LineFacts, b: LineFacts): boolean {
  if (a.isBroken || b.isBroken) return a.isBroken === b.isBroken;
  for (const key of Object.keys(a) as (keyof LineFacts)[]) {
    const left = a[key];
    const right = b[key];
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length || left.some((item, i) => item !== right[i]))
        return false;
    } else if (!Object.is(left, right)) return false;
  }
  return true;
}

const view = (bytes: Uint8Array, from: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from);
export const decode = (bytes: Uint8Array, from: number, end: number) =>
  view(bytes, from, end).toString('utf8');

/** The text of a JSON string. */
export function stringAt(bytes: Uint8Array, from: number, end: number): string {
  const text = decode(bytes, from, end);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

/** A result is a string or a list of blocks, as the full reader joins them. */
function resultOf(bytes: Uint8Array, from: number, end: number): string {
  if (bytes[from] === 0x22) return stringAt(bytes, from + 1, end - 1);
  const line = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"x","content":${decode(bytes, from, end)}}]}}`;
  return readLineFacts(line).texts[0]?.text ?? '';
}
