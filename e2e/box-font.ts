/*
 * A font of boxes, made here: a letter is a bar as high as letters of its kind are, so that words keep their shape and
 * their length on every machine, whatever fonts it has. Every character has a box; nothing falls through to another font.
 */
const EM = 1000;
const ADVANCE = 540;
const ASCENT = 900;
const DESCENT = -220;

type Box = readonly [left: number, bottom: number, right: number, top: number];
const [EMPTY, SMALL, TALL, LOW, THIN, DOT] = [0, 1, 2, 3, 4, 5];

/** `swell` makes the boxes of a heavier weight. */
const boxes = (swell: number): readonly (Box | null)[] => [
  null,
  [70 - swell, 0, 470 + swell, 500 + swell],
  [70 - swell, 0, 470 + swell, 700 + swell],
  [70 - swell, -200, 470 + swell, 500 + swell],
  [200 - swell, 0, 340 + swell, 700 + swell],
  [200 - swell, 0, 340 + swell, 140 + swell],
];

function kindOf(character: string): number {
  if (/\s/u.test(character)) return EMPTY;
  if (/[acemnorsuvwxz~=+<>-]/.test(character)) return SMALL;
  if (/[gjpqy]/.test(character)) return LOW;
  if (/[ilI|!'()[\]{}/\\]/.test(character)) return THIN;
  if (/[.,:;·…_`"^*]/.test(character)) return DOT;
  return TALL;
}

/** As TrueType: what a browser asks of a font and nothing more. */
export function makeBoxFont(swell: number): Buffer {
  const glyphs = boxes(swell).map((box) => (box === null ? Buffer.alloc(0) : outline(box)));
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  let place = 0;
  for (const [at, glyph] of glyphs.entries()) {
    loca.writeUInt32BE(place, at * 4);
    place += glyph.length;
  }
  loca.writeUInt32BE(place, glyphs.length * 4);
  const hmtx = Buffer.concat(glyphs.map(() => words(ADVANCE, 70 - swell)));
  return assemble({
    'OS/2': os2(),
    cmap: cmap(),
    glyf: Buffer.concat(glyphs),
    head: head(),
    hhea: words(1, 0, ASCENT, DESCENT, 0, ADVANCE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
    hmtx,
    loca,
    maxp: words(1, 0, glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: names('Boxes'),
    post: Buffer.concat([words(3, 0, 0, 0, -100, 50), Buffer.alloc(20)]),
  });
}

const words = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => {
    buffer.writeUInt16BE(value & 0xffff, at * 2);
  });
  return buffer;
};
const longs = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    buffer.writeUInt32BE(value >>> 0, at * 4);
  });
  return buffer;
};

function outline([left, bottom, right, top]: Box): Buffer {
  const header = words(1, left, bottom, right, top, 3, 0);
  const flags = Buffer.from([1, 1, 1, 1]);
  const across = words(left, 0, right - left, 0);
  const up = words(bottom, top - bottom, 0, bottom - top);
  return Buffer.concat([header, flags, across, up]);
}

function head(): Buffer {
  const times = Buffer.alloc(16);
  return Buffer.concat([
    longs(0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5),
    words(3, EM),
    times,
    words(0, DESCENT, EM, ASCENT, 0, 8, 2, 1, 0),
  ]);
}

function os2(): Buffer {
  return Buffer.concat([
    words(4, ADVANCE, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 260, 0),
    Buffer.alloc(10),
    longs(0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff),
    Buffer.from('NONE'),
    words(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
    longs(1, 0),
    words(500, 700, 0, 32, 1),
  ]);
}

/** Many characters to one glyph (format 13), over all of Unicode. */
function cmap(): Buffer {
  const groups: { from: number; to: number; glyph: number }[] = [];
  for (let code = 0x20; code < 0x3000; code += 1) {
    const glyph = kindOf(String.fromCodePoint(code));
    const last = groups.at(-1);
    if (last?.glyph === glyph) last.to = code;
    else groups.push({ from: code, to: code, glyph });
  }
  groups.push({ from: 0x3000, to: 0xd7ff, glyph: TALL }, { from: 0xe000, to: 0x10_ffff, glyph: TALL });
  const rows = groups.map(({ from, to, glyph }) => longs(from, to, glyph));
  const length = 16 + rows.length * 12;
  return Buffer.concat([words(0, 1, 3, 10), longs(12), words(13, 0), longs(length, 0, rows.length), ...rows]);
}

function names(family: string): Buffer {
  const texts: readonly (readonly [id: number, text: string])[] = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family],
  ];
  const encoded = texts.map(([id, text]) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }));
  let offset = 0;
  const records = encoded.map(({ id, bytes }) => {
    const record = words(3, 1, 0x409, id, bytes.length, offset);
    offset += bytes.length;
    return record;
  });
  return Buffer.concat([
    words(0, texts.length, 6 + texts.length * 12),
    ...records,
    ...encoded.map(({ bytes }) => bytes),
  ]);
}

const padded = (table: Buffer) => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);

function checksum(table: Buffer): number {
  let sum = 0;
  const all = padded(table);
  for (let at = 0; at < all.length; at += 4) sum = (sum + all.readUInt32BE(at)) >>> 0;
  return sum;
}

function assemble(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const count = entries.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const header = Buffer.concat([
    longs(0x0001_0000),
    words(count, power * 16, Math.log2(power), (count - power) * 16),
  ]);
  let offset = header.length + count * 16;
  const rows: Buffer[] = [];
  for (const [tag, table] of entries) {
    rows.push(Buffer.concat([Buffer.from(tag), longs(checksum(table), offset, table.length)]));
    offset += padded(table).length;
  }
  return Buffer.concat([header, ...rows, ...entries.map(([, table]) => padded(table))]);
}
