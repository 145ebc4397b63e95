import { isRawRecord, type RawRecord, readBead } from './read-bead';
import type { Bead, BeadListing, OddLine } from './record';

const MERGE_MARKER = /^(<{7}|={7}|>{7}|\|{7})( |$)/;

export type BeadLine =
  | { readonly type: 'blank' }
  | { readonly type: 'bead'; readonly bead: Bead }
  | { readonly type: 'odd'; readonly why: OddLine['why'] };

const BLANK: BeadLine = { type: 'blank' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Exports of 1.x also hold memories; a header names only its schema. Neither is a bead. */
function isOtherRecord(record: RawRecord): boolean {
  const type = record['_type'];
  return (type !== undefined && type !== 'issue') || ('_schema' in record && !('id' in record));
}

/** One line without its `\n`; a `\r` before it and the mark at the head of a file do no harm. */
export function readBeadLine(line: string): BeadLine {
  const text = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line;
  const value = parse(text);
  if (value === undefined) {
    if (text.trim() === '') return BLANK;
    return { type: 'odd', why: MERGE_MARKER.test(text.trimEnd()) ? 'merge-marker' : 'malformed' };
  }
  if (!isRawRecord(value)) return { type: 'odd', why: 'not-an-object' };
  if (isOtherRecord(value)) return { type: 'odd', why: 'other-record' };
  const bead = readBead(value);
  return bead === null ? { type: 'odd', why: 'no-id' } : { type: 'bead', bead };
}

/** Of two lines with one id bd's import keeps the later line unless it is older. */
export function supersedes(later: Bead, earlier: Bead): boolean {
  const difference = Date.parse(later.updated_at) - Date.parse(earlier.updated_at);
  return Number.isNaN(difference) || difference >= 0;
}

export type NumberedBeads = BeadListing & {
  /** The line (counted from 1) each bead of `beads` stands on. */
  readonly lines: readonly number[];
};

type Gathering = {
  readonly add: (line: BeadLine, number: number) => void;
  readonly result: () => NumberedBeads;
};

function gathering(): Gathering {
  const beads: Bead[] = [];
  const lines: number[] = [];
  const odd_lines: OddLine[] = [];
  const places = new Map<string, number>();
  const addBead = (bead: Bead, number: number) => {
    const place = places.get(bead.id);
    const earlier = place === undefined ? undefined : beads[place];
    if (place === undefined || earlier === undefined) {
      places.set(bead.id, beads.length);
      beads.push(bead);
      lines.push(number);
      return;
    }
    odd_lines.push({ line: number, why: 'duplicate-id' });
    if (supersedes(bead, earlier)) {
      beads[place] = bead;
      lines[place] = number;
    }
  };
  return {
    add(line, number) {
      if (line.type === 'bead') addBead(line.bead, number);
      else if (line.type === 'odd') odd_lines.push({ line: number, why: line.why });
    },
    result: () => ({ beads, odd_lines, lines }),
  };
}

/** Gathers the beads of lines already read: one bead per id, and what was odd. */
export function gatherBeads(read: readonly BeadLine[]): NumberedBeads {
  const gathered = gathering();
  read.forEach((line, index) => {
    gathered.add(line, index + 1);
  });
  return gathered.result();
}

export function readBeadsFile(text: string): NumberedBeads {
  const gathered = gathering();
  let number = 0;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    number += 1;
    gathered.add(readBeadLine(text.slice(from, end)), number);
    from = end + 1;
  }
  return gathered.result();
}
