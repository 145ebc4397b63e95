import type { RestAddress } from '@contract/rest-addresses';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';

type Json = { readonly [key: string]: unknown };
export type Asked = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
};
export type Unreadable = {
  readonly code: 'invalid-input';
  readonly name: string;
  readonly issues: unknown[];
};

/** The fields of an input as JSON Schema describes them: what tells a number in a query from a word. */
export function fieldsOf(schema: z.ZodType): Readonly<Record<string, Json>> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return (json['properties'] ?? {}) as Record<string, Json>;
}

/**
 * From the path, and from the query or the body: a query where nothing is changed or something is deleted, JSON elsewhere.
 * Only the shape is read here; whether it may be is the contract's to say.
 */
export function createInputReader(address: RestAddress): (asked: Asked) => Result<Json, Unreadable> {
  const { name, method, spread, defaults, entry } = address;
  const hasBody = method === 'POST' || method === 'PATCH';
  const refused = (path: string, message: string) =>
    err({ code: 'invalid-input' as const, name, issues: [{ path, message }] });
  let known: { own: Readonly<Record<string, Json>>; inner: Readonly<Record<string, Json>> } | null = null;

  const fromQuery = (query: URLSearchParams): Json => {
    const own = fieldsOf(entry.input);
    known ??= { own, inner: spread === null ? {} : innerFields(own[spread]) };
    const outer: Record<string, unknown> = { ...defaults };
    const inner: Record<string, unknown> = {};
    for (const key of new Set(query.keys())) {
      const texts = query.getAll(key);
      const isInner = spread !== null && key !== spread && key in known.inner && !(key in known.own);
      const field = (isInner ? known.inner : known.own)[key];
      (isInner ? inner : outer)[key] = readField(field, texts);
    }
    return spread === null ? outer : { ...outer, [spread]: inner };
  };

  return ({ params, query, body }) => {
    if (!hasBody) return ok({ ...fromQuery(query), ...params });
    if ([...query.keys()].length > 0) return refused('', 'takes its input as JSON, not in the query');
    const parsed = readJson(body);
    if (parsed === null) return refused('', 'the body is not a JSON object');
    const twice = Object.keys(params).find((key) => Object.hasOwn(parsed, key));
    if (twice !== undefined) return refused(twice, 'stands in the address already');
    return ok({ ...parsed, ...params });
  };
}

function innerFields(field: Json | undefined): Readonly<Record<string, Json>> {
  return (field?.['properties'] ?? {}) as Record<string, Json>;
}

/** No body is an empty one. */
function readJson(body: Buffer): Json | null {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** What cannot be read as its kind stays text, for the schema to refuse. A word said twice is a list of words. */
function readField(field: Json | undefined, texts: readonly string[]): unknown {
  const kind = kindOf(field);
  if (kind?.['type'] === 'array') {
    const items = kindOf(kind['items'] as Json | undefined);
    return texts.flatMap((text) => text.split(',')).map((text) => readWord(items, text));
  }
  return texts.length === 1 ? readWord(kind, texts[0] ?? '') : texts;
}

/** Behind "or null" stands what it is when it is something. */
function kindOf(field: Json | undefined): Json | undefined {
  const options = field?.['anyOf'];
  if (!Array.isArray(options)) return field;
  return (options as Json[]).find((option) => option['type'] !== 'null');
}

function readWord(kind: Json | undefined, text: string): unknown {
  if (kind?.['type'] === 'integer' || kind?.['type'] === 'number')
    return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text;
  if (kind?.['type'] === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
