import { readFileSync } from 'node:fs';
import { readLineFacts } from '@domain/transcript/line-facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedTranscripts } from '../../testing/transcript-corpus';
import { TABLE_BYTES, WHOLE } from './scan-layout';
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
    ['of an agent', '"agent_progress"', 'whole'],
    ['of a kind written with an escape', '"agent\\u005fprogress"', 'whole'],
    ['of no kind', 'null', 'known'],
  ])('hand over a step only where it is an agent that says something: %s', (_, type, by) => {
    expect(expectAgreement(Buffer.from(step(type)))).toBe(by);
  });
});
