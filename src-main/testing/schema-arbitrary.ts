import fc from 'fast-check';

type Json = { readonly [key: string]: unknown };
/** Values for fields that mean something here (a session that is there, a folder of this test), by the field's name. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Values that a JSON Schema takes, as far as its own words tell; `known` names are drawn from what is there. */
export function fitting(schema: Json, known: Known, name = ''): fc.Arbitrary<unknown> {
  const own = known[name];
  if (own !== undefined && own.length > 0) return fc.constantFrom(...own);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options !== undefined) return fc.oneof(...options.map((option) => fitting(option, known, name)));
  switch (schema['type']) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(Number(schema['minimum'] ?? -1000), -1_000_000),
        max: Math.min(Number(schema['maximum'] ?? 1000), 1_000_000),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting((schema['items'] ?? {}) as Json, known, name), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(3, Number(schema['maxItems'] ?? 3)),
      });
    case 'object': {
      const fields = (schema['properties'] ?? {}) as Record<string, Json>;
      const required = (schema['required'] ?? []) as string[];
      const each = Object.entries(fields).map(([key, inner]) => [key, fitting(inner, known, key)] as const);
      return fc.record(Object.fromEntries(each), { requiredKeys: required });
    }
    default:
      return fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.constant(null));
  }
}

function text(schema: Json): fc.Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.uuid();
  if (schema['format'] === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  const minLength = Number(schema['minLength'] ?? 0);
  const maxLength = Math.min(Number(schema['maxLength'] ?? 30), 30);
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: 'grapheme-ascii', minLength, maxLength }),
    fc
      .constantFrom('a-b', 'abc1', '../../etc', "'; drop", '\u0000x', '$HOME', '--help')
      .filter((word) => word.length >= minLength),
  );
}

/** Something that was meant for somewhere else. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>('', null, [], {}, -1, 1e308, 'x'.repeat(5000), { __proto__: { a: 1 } }, ['', '']),
);
