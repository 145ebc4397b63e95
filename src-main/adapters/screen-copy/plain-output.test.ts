import { SerializeAddon } from '@xterm/addon-serialize';
import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, isPlain } from './plain-output';

const rows = 4;
const scrollback = 12;
const kept = { rows, scrollback };

/** What a terminal shows after these texts. */
async function shownAfter(...texts: readonly string[]): Promise<string> {
  const terminal = new Terminal({ cols: 20, rows, scrollback, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  for (const text of texts) await new Promise<void>((done) => terminal.write(text, done));
  const { cursorX, cursorY } = terminal.buffer.active;
  const shown = JSON.stringify([serializer.serialize({ scrollback }), cursorX, cursorY]);
  terminal.dispose();
  return shown;
}

const token = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 999 }).map((number) => `line ${number}\r\n`) },
  fc.constantFrom(
    '\r',
    '\n',
    '\t',
    'é',
    '日本',
    '\u{1f600}',
    'a line that is longer than the screen is wide',
  ),
  fc.constantFrom('\x1b[K', '\x1b[1K', '\x1b[2K', '\x1b[A', '\x1b[3A', '\x1b[B', '\x1b[2B', '\x1b[5C'),
  fc.constantFrom('\x1b[0m', '\x1b[m', '\x1b[31m', '\x1b[39m', '\x1b[48;5;9m', '\x1b[1;4m', '\x1b[22m'),
);
const plainText = fc.array(token, { minLength: 60, maxLength: 250 }).map((tokens) => tokens.join(''));
const before = fc.constantFrom(
  '',
  'there',
  '\x1b[2;3Hthere\x1b[44m',
  'a\r\nb\r\nc\r\nd\r\ne\r\nf',
  '\x1b[4h\x1b[?7l',
);

const ending = fc.constantFrom('', 'x', '\x1b[2Ay');
describe('plain output', () => {
  it('its end shows what the whole shows, scrollback, colours and cursor, whatever was there before', async () => {
    let shortened = 0;
    await fc.assert(
      fc.asyncProperty(before, plainText, ending, async (was, text, after) => {
        const end = endOf(text, kept);
        if (end === null) return;
        shortened += 1;
        expect(isPlain(text) && end.length < text.length + 60).toBe(true);
        expect(await shownAfter(was, end, after)).toBe(await shownAfter(was, text, after));
      }),
      { numRuns: 400 },
    );
    expect(shortened).toBeGreaterThan(50);
  });

  it.each([
    ['a question', 'a\x1b[6n'],
    ['a mode', '\x1b[?2004h'],
    ['a jump', '\x1b[2;4H'],
    ['a part that scrolls', '\x1b[1;3r'],
    ['another screen', '\x1b[?1049h'],
    ['a title', '\x1b]0;title\x07'],
    ['a character set', '\x1b(0'],
    ['a step back', 'a\bb'],
    ['a one-letter sequence', '\x9b31m'],
    ['a sequence that has not ended', 'a\x1b[3'],
  ])('%s is not', (_what, text) => {
    expect(isPlain(text)).toBe(false);
  });

  it('is read whole while its lines, or their way down, are too few', () => {
    expect(endOf('x'.repeat(100_000), kept)).toBeNull();
    expect(endOf('line\r\n'.repeat(20), kept)).toBeNull();
    expect(endOf('line\r\n\x1b[9A'.repeat(1000), kept)).toBeNull();
    expect(endOf('line\r\n'.repeat(1000), kept)).not.toBeNull();
  });

  it('is read whole when it has more colours than are worth keeping', () => {
    const gradient = Array.from({ length: 1500 }, (_, i) => `\x1b[38;2;1;${i >> 8};${i & 255}m`).join('');
    expect(endOf(`${gradient}${'line\r\n'.repeat(1000)}`, kept)).toBeNull();
    expect(endOf(`${gradient}\x1b[0m${'line\r\n'.repeat(1000)}`, kept)).not.toBeNull();
  });
});
