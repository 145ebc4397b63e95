import { appendElement, memberText, removeElement, removeMember, setMember } from '@domain/json-edit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_ORDER, goBytes, goJson } from './go-json';
import { mergeMetadata, removeEdges, setFields } from './line-editor';

const parse = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as unknown;
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

/** The same value with spaces wherever JSON allows them. */
function spaced(value: unknown, space: string): string {
  if (Array.isArray(value))
    return `[${space}${value.map((one) => spaced(one, space)).join(`${space},${space}`)}${space}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}${space}:${space}${spaced(one, space)}`,
  );
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

const key = fc.constantFrom('id', 'title', 'labels', 'notes', 'x', 'a"b', 'ü', '}', 'status');
// Through JSON once: it has no negative zero.
const jsonValue = (maxDepth: number) =>
  fc.jsonValue({ maxDepth }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const objects = fc.dictionary(key, jsonValue(3));
const spaces = fc.constantFrom('', ' ', '\t', '  ');

describe('members', () => {
  it('setting one changes that one and no other', () => {
    fc.assert(
      fc.property(
        objects,
        spaces,
        fc.constantFrom('title', 'notes', 'status'),
        jsonValue(2),
        (object, space, name, value) => {
          const text = bytesOf(spaced(object, space));
          const changed = setMember(text, name, goBytes(value), FIELD_ORDER);
          expect(parse(changed)).toEqual({ ...object, [name]: value });
          for (const other of ['id', 'labels', 'x', '}'].filter((one) => one !== name))
            expect(memberText(changed, other)).toBe(memberText(text, other));
        },
      ),
    );
  });

  it('removing one leaves the others as they were', () => {
    fc.assert(
      fc.property(objects, spaces, fc.constantFrom('title', 'notes', 'x'), (object, space, name) => {
        const text = bytesOf(spaced(object, space));
        const { [name]: _gone, ...rest } = object;
        expect(parse(removeMember(text, name))).toEqual(rest);
      }),
    );
  });

  it.each([
    ['{}', 'title', '{"title":1}'],
    ['{"id":"a"}', 'title', '{"id":"a","title":1}'],
    ['{"id":"a","status":"x"}', 'title', '{"id":"a","title":1,"status":"x"}'],
    ['{"x":0,"status":"x"}', 'title', '{"title":1,"x":0,"status":"x"}'],
    ['{"id":"a","x":0,"comment_count":2}', 'labels', '{"id":"a","labels":1,"x":0,"comment_count":2}'],
    ['{"id":"a","x":0}', 'new', '{"id":"a","x":0,"new":1}'],
    ['{"title":7,"title":8}', 'title', '{"title":7,"title":1}'],
    ['\u00ef\u00bb\u00bf {"id":"a"} \r', 'title', '\u00ef\u00bb\u00bf {"id":"a","title":1} \r'],
  ])('%j with %s', (text, name, result) => {
    expect(setMember(text, name, '1', FIELD_ORDER)).toBe(result);
  });

  it('takes every copy of a repeated key away', () => {
    expect(removeMember('{"a":1,"b":2,"a":3}', 'a')).toBe('{"b":2}');
    expect(removeMember('{"a":1}', 'a')).toBe('{}');
  });
});

describe('elements', () => {
  it('come and go without touching their neighbours', () => {
    fc.assert(
      fc.property(fc.array(jsonValue(2)), spaces, fc.nat(), jsonValue(2), (list, space, at, value) => {
        const text = bytesOf(spaced(list, space));
        expect(parse(appendElement(text, goBytes(value)))).toEqual([...list, value]);
        const index = list.length === 0 ? 0 : at % list.length;
        expect(parse(removeElement(text, index))).toEqual(list.filter((_, one) => one !== index));
      }),
    );
  });
});

describe('edits of a line', () => {
  it('merges metadata key by key and drops it when empty', () => {
    const line = '{"id":"a","metadata":{"n":1.50,"b":{"c":1e400}},"x":1}';
    expect(mergeMetadata({ k: 'v' })(line)).toBe(
      '{"id":"a","metadata":{"n":1.50,"b":{"c":1e400},"k":"v"},"x":1}',
    );
    expect(mergeMetadata({ n: null, b: null })(line)).toBe('{"id":"a","x":1}');
    expect(mergeMetadata({ k: 1 })('{"id":"a","labels":[]}')).toBe(
      '{"id":"a","metadata":{"k":1},"labels":[]}',
    );
  });

  it('removes edges by place, past what no reader takes for one', () => {
    const line = '{"dependencies":[null,{"depends_on_id":"b","type":"blocks"},{"depends_on_id":"c"}]}';
    expect(removeEdges((edge) => edge.type === 'blocks')(line)).toBe('{"dependencies":[null]}');
    expect(removeEdges((edge) => edge.depends_on_id === 'b')(line)).toBe(
      '{"dependencies":[null,{"depends_on_id":"c"}]}',
    );
    expect(removeEdges(() => true)('{"id":"a","dependencies":[{"depends_on_id":"b"}]}')).toBe('{"id":"a"}');
  });

  it('prints as Go does', () => {
    expect(goJson('a<b>&\u2028\u2029"\u0007')).toBe('"a\\u003cb\\u003e\\u0026\\u2028\\u2029\\"\\u0007"');
    expect(setFields({ title: 'ü', notes: undefined })('{"notes":"x","id":"a"}')).toBe(
      bytesOf('{"id":"a","title":"ü"}'),
    );
  });
});
