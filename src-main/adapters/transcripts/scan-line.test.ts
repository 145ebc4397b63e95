import { readFileSync } from 'node:fs';
import { readLineFacts } from '@domain/transcript/line-facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedTranscripts } from '../../testing/transcript-corpus';
import { BROKEN, TABLE_BYTES, WHOLE } from './scan-layout';
import { createScannedLine } from './scan-line';
import { createScanMemory } from './scan-memory';

const memory = createScanMemory(1 << 20);
const scanner = createScannedLine(memory);

function scan(line: Buffer) {
  const bytes = memory.bytes();
  bytes.set(line, TABLE_BYTES);
  bytes[TABLE_BYTES + line.length] = 0x0a;
  const found = memory.scan(TABLE_BYTES);
  scanner.learn();
  scanner.read(found);
  return found === WHOLE ? 'whole' : 'known';
}

/** What the scan is sure of is what the full reader says. */
function expectAgreement(line: Buffer) {
  const scanned = scan(line);
  if (scanned === 'whole') return scanned;
  const { uuidText: _uuid, texts: _texts, notes: _notes, ...full } = readLineFacts(line.toString('utf8'));
  if (full.isBroken) expect(scanner.facts.isBroken).toBe(true);
  else expect(scanner.facts).toEqual(full);
  return scanned;
}

const linesOf = (path: string) => {
  const lines = readFileSync(path, 'latin1').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => Buffer.from(line, 'latin1'));
};
const recorded = recordedTranscripts().flatMap(linesOf);

describe('the two readers of a line', () => {
  it('agree on everything the real CLI wrote, and few lines need the slow one', () => {
    const whole = recorded.filter((line) => expectAgreement(line) === 'whole');
    expect(recorded.length).toBeGreaterThan(1000);
    expect(whole.length / recorded.length).toBeLessThan(0.2);
  });

  it('agree on lines with changed bytes, and neither throws', () => {
    const small = recorded.filter((line) => line.length < 3000);
    const change = fc.tuple(
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(change, ([which, changes]) => {
        const line = Buffer.from(small[which % small.length] ?? '');
        for (const [place, code] of changes) if (code !== 0x0a) line[place % line.length] = code;
        expectAgreement(line);
      }),
      { numRuns: 3000 },
    );
  });

  it('agree on lines that were cut anywhere', () => {
    const line = recorded.find((each) => each.includes('"type":"assistant"')) ?? Buffer.from('');
    for (let end = 1; end < line.length; end += 1) expectAgreement(line.subarray(0, end));
  });

  it.each([
    ['a type told twice', '{"type":"user","type":"assistant","message":{"id":"m","model":"x"},"uuid":"u"}'],
    [
      'content told twice',
      '{"type":"user","message":{"content":"a","content":[]},"uuid":"u","timestamp":"2026-01-01T00:00:00.000Z"}',
    ],
    ['a name with an escape', '{"ty\\u0070e":"user","uuid":"u"}'],
    [
      'a usage nested in a tool input',
      '{"type":"assistant","message":{"id":"m","model":"x","content":[{"type":"tool_use","id":"t","input":{"usage":{"output_tokens":9},"uuid":"v"}}],"usage":{"output_tokens":1}},"uuid":"u"}',
    ],
    [
      'numbers of other shapes',
      '{"type":"assistant","message":{"id":"m","model":"x","usage":{"input_tokens":1e2,"output_tokens":-3,"cache_read_input_tokens":1.5,"cache_creation_input_tokens":12345678901234567890}}}',
    ],
    [
      'no request id',
      '{"type":"assistant","message":{"id":"m","model":"x","usage":{"output_tokens":3}},"uuid":"u"}',
    ],
    ['no message id', '{"type":"assistant","message":{"model":"x","usage":{"output_tokens":3}},"uuid":"u"}'],
    [
      'spaces everywhere',
      ' { "type" : "user" , "uuid" : "u" , "timestamp" : "2026-02-30T00:00:00.000Z" , "message" : { "content" : [ { "type" : "text" , "text" : "hi" } ] } } \r',
    ],
    ['a time with an offset', '{"type":"user","timestamp":"2026-02-28T23:00:00+02:00"}'],
    ['a leap day', '{"type":"user","timestamp":"2028-02-29T23:59:59.999Z"}'],
    ['a time that is none', '{"type":"user","timestamp":"soon"}'],
    ['a list', '[1,2]'],
    ['nothing of JSON', 'not json at all'],
    ['NUL bytes', '\0\0\0\0'],
    ['a BOM', '\ufeff{"type":"user"}'],
    [
      'an image first',
      '{"type":"user","uuid":"u","timestamp":"2026-01-01T00:00:00.000Z","message":{"content":[{"type":"image"},{"type":"text","text":"<command-name>"}]}}',
    ],
    [
      'a step of an agent that only looks like one',
      '{"type":"progress","data":{"type":"hook_progress","message":{"type":"user"}},"message":{"id":"m"},"uuid":"u"}',
    ],
    [
      'data in another kind of line',
      '{"type":"user","data":{"type":"text","content":[{"type":"tool_use","id":"t"}],"usage":{"output_tokens":3}},"message":{"content":"hi"},"uuid":"u"}',
    ],
    ['data that is no object', '{"type":"progress","data":"agent_progress","uuid":"u"}'],
    ['deeper than we walk', `{"type":"user","x":${'['.repeat(300)}${']'.repeat(300)}}`],
  ])('agree on %s', (_, line) => {
    expectAgreement(Buffer.from(line));
  });

  const step = (type: string) =>
    `{"type":"progress","data":{"type":${type},"message":{"type":"user","message":{"content":"hi"},"uuid":"v"}},"uuid":"u"}`;
  it.each([
    ['of a command', '"bash_progress"', 'known'],
    ['of an agent that asks', '"agent_progress"', 'known'],
    ['of a kind written with an escape', '"agent\\u005fprogress"', 'whole'],
    ['of no kind', 'null', 'known'],
  ])('hand over a step only where its bytes alone do not tell what it is: %s', (_, type, by) => {
    expect(expectAgreement(Buffer.from(step(type)))).toBe(by);
  });

  const said = {
    id: 'm',
    model: 'x',
    content: [{ type: 'text', text: 'yes' }],
    usage: {
      input_tokens: 3,
      output_tokens: 5,
      cache_creation: { ephemeral_5m_input_tokens: 7, ephemeral_1h_input_tokens: 11 },
      cache_creation_input_tokens: 2,
    },
  };
  const agentStep = (inner: object, data: object = {}) => ({
    type: 'progress',
    data: {
      type: 'agent_progress',
      message: { type: 'assistant', message: said, uuid: 'v', ...inner },
      ...data,
    },
    uuid: 'u',
    parentUuid: null,
  });
  it.each([
    ['with all it may have', agentStep({ requestId: 'r' }), 'known'],
    ['without a request', agentStep({}), 'known'],
    ['without an id', agentStep({ message: { ...said, id: undefined } }), 'known'],
    ['without any id', agentStep({ message: { ...said, id: undefined }, uuid: 4 }), 'known'],
    ['without a usage', agentStep({ message: { ...said, usage: [3] } }), 'known'],
    ['of no model', agentStep({ message: { ...said, model: 'sy<n' } }), 'known'],
    ['that was made up', agentStep({ message: { ...said, model: '<synthetic>' } }), 'whole'],
    ['that says nothing', agentStep({ message: null }), 'known'],
    [
      'with more data',
      agentStep({}, { usage: said.usage, prompt: { message: said, type: 'user' } }),
      'known',
    ],
    ['with a name beyond ASCII', agentStep({ requestId: 'é' }), 'whole'],
  ])('agree on what a step of an agent bills: %s', (_, line, by) => {
    expect(expectAgreement(Buffer.from(JSON.stringify(line)))).toBe(by);
  });

  it('agree on steps of agents with changed bytes and members told twice', () => {
    const text = JSON.stringify(agentStep({ requestId: 'r' }));
    const twice = (name: string, value: string) =>
      text.replace(`"${name}":`, `"${name}":${value},"${name}":`);
    for (const [name, value] of [
      ['data', '{"type":"agent_progress","message":{"type":"assistant","uuid":"w"}}'],
      ['message', '{"type":"assistant","requestId":"s","uuid":"w","message":{"id":"n"}}'],
      ['usage', '{"input_tokens":9}'],
      ['id', '"n"'],
      ['model', '"y"'],
    ] as const)
      expectAgreement(Buffer.from(twice(name, value)));
    const change = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 32, max: 126 })), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(change, (changes) => {
        const line = Buffer.from(text);
        for (const [place, code] of changes) line[place % line.length] = code;
        expectAgreement(line);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('strings of JSON', () => {
  const anyByte = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0x5c) },
    { weight: 3, arbitrary: fc.constantFrom(...Buffer.from('u"nbfrt/0aF')) },
    { weight: 6, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x1f }).filter((code) => code !== 0x0a) },
  );
  /** Mostly whole, so that many are strings to their end. */
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.string({ maxLength: 70 }).map((text) => JSON.stringify(text).slice(1, -1)) },
    { weight: 5, arbitrary: fc.nat({ max: 70 }).map((length) => '\\\\'.repeat(length)) },
    { weight: 3, arbitrary: fc.constantFrom('\\u00e9', '\\uD83D', '\\"', '\\n', '\\/', '\\t') },
    {
      weight: 1,
      arbitrary: fc.array(anyByte, { maxLength: 8 }).map((codes) => Buffer.from(codes).toString('latin1')),
    },
  );

  function isJson(text: string): boolean {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }

  /** Wherever a block of bytes ends, and whatever stands in memory behind the line. */
  function expectSame(inside: string, shift: number) {
    const line = Buffer.from(`{"x":"${inside}"}`.replaceAll('\n', ' '));
    const bytes = memory.bytes();
    const from = TABLE_BYTES + shift;
    bytes.set(line, from);
    bytes[from + line.length] = 0x0a;
    bytes.fill(0x22, from + line.length + 1, from + line.length + 130);
    const isBroken = memory.scan(from) === BROKEN;
    expect(isBroken).toBe(!isJson(line.toString('utf8')));
  }

  it('of up to 400 bytes, full of escapes, end where JSON.parse says or are refused as it refuses them', () => {
    let whole = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), fc.nat({ max: 63 }), (pieces, shift) => {
        const inside = pieces.join('').slice(0, 400);
        if (isJson(`"${inside}"`)) whole += 1;
        expectSame(inside, shift);
      }),
      { numRuns: 4000 },
    );
    expect(whole).toBeGreaterThan(400);
  });

  it('tell what is wrong at every offset', () => {
    for (let length = 0; length < 150; length += 1)
      for (const odd of ['\\', '\\\\', '\\"', '\\u12', '\\u12aG', '\\u12aF', '\u0001', '\u001f', '\\x', '"'])
        expectSame(`${'a'.repeat(length)}${odd}${'b'.repeat(length % 70)}`, length % 16);
  });
});
