import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = { readonly [key: string]: unknown };
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Json;
};
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly scope: 'read' | 'write';
  readonly parameters: readonly Parameter[];
  readonly body: Json | null;
  /** Null: it lists no such answer. */
  judge(status: number, contentType: string, value: unknown): string | null;
};

/** A client made of the document alone: what it knows of the API stands there. */
export function readOpenApi(document: Json): readonly Operation[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'doc:', components: document['components'] });
  const compile = (schema: Json): ValidateFunction => ajv.compile(pointedAt(schema) as Json);
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => {
        const responses = operation['responses'] as Record<
          string,
          { content?: Record<string, { schema: Json }> }
        >;
        const compiled = new Map<string, ValidateFunction>();
        const body = operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined;
        return {
          id: String(operation['operationId']),
          method: method.toUpperCase(),
          path,
          scope: operation['x-scope'] as 'read' | 'write',
          parameters: (operation['parameters'] ?? []) as Parameter[],
          body: body?.content['application/json']?.schema ?? null,
          judge(status, contentType, value) {
            const media = contentType.split(';')[0] ?? '';
            const listed = responses[String(status)]?.content?.[media];
            if (listed === undefined) return `${status} ${media} is not listed`;
            if (!/[/+]json$/.test(media)) return null;
            const key = `${status} ${media}`;
            const check = compiled.get(key) ?? compile(listed.schema);
            compiled.set(key, check);
            return check(value) ? null : ajv.errorsText(check.errors);
          },
        };
      }),
  );
}

function pointedAt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointedAt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/', 'doc:#/') : pointedAt(item),
    ]),
  );
}
