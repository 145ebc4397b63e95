import { Bead } from '@domain/bead/record';
import { HistorySession } from '@domain/history/record';
import { Message } from '@domain/session/message';
import { Session } from '@domain/session/record';
import { Run } from '@domain/session/run';
import { z } from 'zod';

export type Json = { readonly [key: string]: unknown };

/** The records that stand in many answers: written once in the document, and pointed at. */
const named = z.registry<{ id: string }>();
named.add(Bead, { id: 'Bead' });
named.add(HistorySession, { id: 'HistorySession' });
named.add(Message, { id: 'Message' });
named.add(Run, { id: 'Run' });
named.add(Session, { id: 'Session' });

export type SchemaBook = {
  /** What a caller sends: fields with a default may be left out. */
  input(schema: z.ZodType): Json;
  /** What is answered. More fields than these may come: records keep what a newer program wrote. */
  output(schema: z.ZodType): Json;
  /** The codes an entry may answer with; none for one that cannot fail. */
  codes(schema: z.ZodType): readonly string[];
  readonly components: Record<string, Json>;
};

export function createSchemaBook(): SchemaBook {
  const components: Record<string, Json> = {};

  const settle = (json: Json): Json => {
    const { $schema: _schema, $defs, ...rest } = json;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
      components[id] ??= pointed(definition) as Json;
    return pointed(rest) as Json;
  };

  return {
    components,
    input: (schema) => settle(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json),
    output: (schema) =>
      settle(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: named }) as Json),
    codes: (schema) => codesIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json),
  };
}

/** Definitions move from a schema's own list to the document's, and what points at them follows. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key]) => key !== 'id' || typeof (value as Json)['id'] !== 'string' || !isSchema(value as Json),
      )
      .map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string'
          ? item.replace(/^#\/\$defs\//, '#/components/schemas/')
          : pointed(item),
      ]),
  );
}

/** The registry writes its own `id` into a definition; a field of that name in `properties` is another matter. */
function isSchema(value: Json): boolean {
  return 'type' in value || 'anyOf' in value || 'oneOf' in value;
}

function codesIn(json: Json): readonly string[] {
  const options = (json['oneOf'] ?? json['anyOf'] ?? [json]) as Json[];
  return options.flatMap((option) => {
    const code = ((option['properties'] ?? {}) as Record<string, Json>)['code'];
    if (typeof code?.['const'] === 'string') return [code['const']];
    if (Array.isArray(code?.['enum'])) return code['enum'] as string[];
    return option['oneOf'] || option['anyOf'] ? codesIn(option) : [];
  });
}
