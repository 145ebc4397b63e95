import { parseObject, textOf } from '@domain/transcript/json-fields';
import { readLineFacts } from '@domain/transcript/line-facts';
import type { PlacedLine } from '@domain/transcript/line-place';
import { isKnownType } from '@domain/transcript/session-tally';
import type { OddBytes, OpenBytes, TranscriptPages } from '../../ports/transcript-pages';
import { createLineReader, eachLine, openFile } from './read-lines';
import { createPlaceScanner } from './scan-place';
import { decode } from './scan-session';

const MAX_NOTE = 64 * 1024;
/** Enough to see what it was meant to be. */
const ODD_BYTES = 4000;

/** `copyOf`: our own copy of a file that Claude has deleted. */
export function createTranscriptPages(copyOf: OpenBytes = () => null): TranscriptPages {
  const openBytes: OpenBytes = (path) => {
    try {
      return { source: 'claude', bytes: openFile(path) };
    } catch {
      return copyOf(path);
    }
  };
  const open = (path: string) => {
    const opened = openBytes(path);
    if (opened === null) throw new Error(`no transcript: ${path}`);
    return opened.bytes;
  };
  const textAt = (path: string): string => {
    const file = open(path);
    try {
      const bytes = Buffer.alloc(Math.min(file.size, MAX_NOTE + 1));
      return bytes.toString('utf8', 0, file.read(bytes, 0, bytes.length, 0));
    } finally {
      file.close();
    }
  };
  const reader = createLineReader(undefined, undefined, open);
  const scanner = createPlaceScanner(reader.memory);

  return {
    look(path) {
      const opened = openBytes(path);
      if (opened === null) return null;
      const { size, mtimeMs, inode } = opened.bytes;
      opened.bytes.close();
      return { source: opened.source, size, mtimeMs, inode };
    },
    index(path, offset, onPlace) {
      let notUnderstood = 0;
      const take = (bytes: Uint8Array, from: number, end: number, at: number): boolean => {
        const place = scanner.place(bytes, from, end);
        if (typeof place === 'object') onPlace(place, at, end - from);
        return place !== 'broken';
      };
      const file = reader.read(path, offset, {
        onLines: eachLine((bytes, from, end, at) => {
          if (!isBlank(bytes, from, end) && !take(bytes, from, end, at)) notUnderstood += 1;
        }),
        onLost: () => {
          notUnderstood += 1;
        },
        onTail: take,
      });
      return { offset: file.offset, notUnderstood, isTailOpen: file.offset < file.size };
    },
    lines(path, spans) {
      const file = open(path);
      try {
        return spans.map(({ offset, bytes }) => {
          const buffer = Buffer.allocUnsafe(bytes);
          const read = file.read(buffer, 0, bytes, offset);
          return buffer.toString('utf8', 0, read);
        });
      } finally {
        file.close();
      }
    },
    oddLines(path, most) {
      const odd: OddBytes[] = [];
      let line = 0;
      const room = { ...most };
      const keep = (bytes: number | null, text: string, kind: string | null = null) => {
        const which = kind === null ? 'broken' : 'unknown';
        if (room[which] > 0) odd.push({ line, bytes, text, kind });
        room[which] -= 1;
      };
      // The reader passes over empty lines: each is one byte between two others. Behind a lost line nobody knows.
      let next: number | null = 0;
      const count = (at: number, behind: number | null) => {
        line += 1 + (next === null ? 0 : at - next);
        next = behind;
      };
      const take = (bytes: Uint8Array, from: number, end: number, at: number): boolean => {
        count(at, at + end - from + 1);
        const place = isBlank(bytes, from, end) ? null : scanner.place(bytes, from, end);
        const kind = place === null || place === 'broken' ? null : unknownKind(place, bytes, from, end);
        if (place === 'broken' || kind !== null)
          keep(end - from, decode(bytes, from, Math.min(end, from + ODD_BYTES)), kind);
        return place !== 'broken';
      };
      reader.read(path, 0, {
        onLines: eachLine((bytes, from, end, at) => void take(bytes, from, end, at)),
        onLost: (at) => {
          count(at, null);
          keep(null, '');
        },
        onTail: take,
      });
      return odd;
    },
    note(path) {
      try {
        const text = textAt(path.replace(/\.jsonl$/, '.meta.json'));
        const note = text.length > MAX_NOTE ? null : parseObject(text);
        if (note === null) return null;
        return {
          agentType: textOf(note['agentType']),
          description: textOf(note['description']),
          callId: textOf(note['toolUseId']),
        };
      } catch {
        return null;
      }
    },
  };
}

/** Null: it says something, or its type is known. */
function unknownKind(
  place: Exclude<PlacedLine, 'broken'>,
  bytes: Uint8Array,
  from: number,
  end: number,
): string | null {
  if (place !== 'state' && place.kind !== 'other') return null;
  const { type } = readLineFacts(decode(bytes, from, end));
  return isKnownType(type) ? null : type;
}

function isBlank(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const code = bytes[at];
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
