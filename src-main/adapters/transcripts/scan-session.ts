import type { TextRole } from '@domain/transcript/line-facts';
import { type LineFacts, readLineFacts } from '@domain/transcript/line-facts';
import { addLine, type SessionTally } from '@domain/transcript/session-tally';
import type { SessionNotes } from '../../ports/transcripts';
import { createLineReader, type LineReader, type OpenTranscript, type ReadFile } from './read-lines';
import { createLineScanner, type LineScanner } from './scan-line';

/** A text of the conversation and the line it stands in. */
export type ScannedText = {
  readonly role: TextRole;
  readonly text: string;
  readonly atMs: number;
  readonly uuid: string;
  readonly offset: number;
};

export type ScanTarget = {
  readonly tally: SessionTally;
  readonly notes: SessionNotes;
  /** Texts of lines that are new; absent when nobody wants them. */
  readonly onText?: (text: ScannedText) => void;
  readonly wantsTools?: boolean;
  /** How its files are opened; Claude's own when nobody says. */
  readonly open?: OpenTranscript;
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
};

/** One line in so many is read by both readers: should Claude change what it writes, we hear of it. */
const CHECK_EVERY = 512;

/** `full`: every line by the full reader, to hold the fast one against it. */
export function createSessionScanner(
  reader: LineReader = createLineReader(),
  readers: 'both' | 'full' = 'both',
): SessionScanner {
  const scanner = createLineScanner(reader.memory);
  let seen = 0;

  const scanFile: SessionScanner['scanFile'] = (path, offset, target, most) => {
    let checked = 0;
    let disagreed = 0;
    // Once the two readers disagree, the rest of the file is the full reader's.
    let isFull = readers === 'full';
    let openTail: 0 | 1 = 0;

    const take = (bytes: Uint8Array, from: number, end: number, at: number): boolean => {
      if (isBlank(bytes, from, end)) return true;
      seen += 1;
      const scanned = isFull ? 'whole' : scanner.scan(bytes, from, end);
      if (scanned === 'known') {
        if (seen % CHECK_EVERY !== 0 || sameFacts(scanner.facts, readLineFacts(decode(bytes, from, end)))) {
          if (seen % CHECK_EVERY === 0) checked += 1;
          addFast(bytes, at, scanner, target);
          return !scanner.facts.isBroken;
        }
        checked += 1;
        disagreed += 1;
        isFull = true;
      }
      return addFull(decode(bytes, from, end), at, target);
    };

    const file = reader.read(
      path,
      offset,
      {
        onLine: (bytes, from, end, at) => void take(bytes, from, end, at),
        onLost: () => {
          target.tally.lines += 1;
          target.tally.broken += 1;
        },
        onTail(bytes, from, end, at) {
          const { lines, broken } = target.tally;
          const isWhole = take(bytes, from, end, at);
          if (isWhole) return true;
          // It may be written on: what it says now is told apart, and forgotten when the file grows.
          target.tally.lines = lines;
          target.tally.broken = broken;
          openTail = 1;
          return false;
        },
      },
      most,
      target.open,
    );
    return { ...file, openTail: file.isTailLost ? 1 : openTail, checked, disagreed };
  };
  return { reader, scanFile };
}

function addFast(bytes: Uint8Array, offset: number, scanner: LineScanner, target: ScanTarget): void {
  const { facts, places, texts } = scanner;
  const { notes, onText } = target;
  const isNew = addLine(target.tally, facts);
  if (facts.isBroken) return;
  if (notes.cwd === undefined && places.cwd.to > 0) {
    notes.cwd = stringAt(bytes, places.cwd.from, places.cwd.to);
    if (places.branch.to > 0) notes.branch = stringAt(bytes, places.branch.from, places.branch.to);
    if (places.version.to > 0) notes.version = stringAt(bytes, places.version.from, places.version.to);
  }
  if (notes.sessionId === undefined && places.sessionId.to > 0)
    notes.sessionId = stringAt(bytes, places.sessionId.from, places.sessionId.to);
  const isFirst = facts.isPrompt && notes.firstPrompt === undefined;
  if (!isNew || (onText === undefined && !isFirst)) return;
  for (const span of texts) {
    if (span.kind === 'result') {
      if (onText === undefined || target.wantsTools !== true) continue;
      const text = resultOf(bytes, span.from, span.to);
      if (text !== '') tell(onText, 'tool', text);
      continue;
    }
    const role = span.kind === 'thinking' ? 'thinking' : facts.type === 'user' ? 'user' : 'assistant';
    const text = stringAt(bytes, span.from, span.to);
    if (isFirst && notes.firstPrompt === undefined) notes.firstPrompt = text;
    if (onText !== undefined) tell(onText, role, text);
  }
  function tell(on: (text: ScannedText) => void, role: TextRole, text: string) {
    const uuid = latin(bytes, places.uuid.from, places.uuid.to);
    on({ role, text, atMs: facts.atMs, uuid, offset });
  }
}

function addFull(line: string, offset: number, target: ScanTarget): boolean {
  const full = readLineFacts(line);
  const { notes, onText } = target;
  const isNew = addLine(target.tally, full);
  if (full.isBroken) return false;
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
  if (isNew && onText !== undefined)
    for (const { role, text } of full.texts)
      if (role !== 'tool' || target.wantsTools === true)
        onText({ role, text, atMs: full.atMs, uuid: full.uuidText ?? '', offset });
  return true;
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

function isBlank(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const code = bytes[at];
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}

const view = (bytes: Uint8Array, from: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from);
const latin = (bytes: Uint8Array, from: number, end: number) => view(bytes, from, end).toString('latin1');
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
