import { type JsonSchema, withoutClosing } from '../operation/json-schema.ts';

/** Named schemas of the document, gathered from the operations that use them. */
export interface Components {
  /** The schema with its named parts moved to `#/components/schemas`. */
  place(schema: JsonSchema): JsonSchema;
  /** Every named schema that was placed, by name. */
  all(): Record<string, JsonSchema>;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/**
 * An empty set of components. What has a name is open to fields that come later, since answers use it, too. A name that
 * would mean two things is a fault of the contracts and throws.
 */
export function components(): Components {
  const named = new Map<string, JsonSchema>();

  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = value as { $defs?: Record<string, unknown>; [key: string]: unknown };
    for (const [name, schema] of Object.entries($defs ?? {})) keep(name, withoutClosing(moved(schema)) as JsonSchema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string' ? part.replace(LOCAL, SHARED) : moved(part),
      ]),
    );
  };

  const keep = (name: string, schema: JsonSchema): void => {
    const before = named.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`The schema name ${name} stands for two different things.`);
    named.set(name, schema);
  };

  return {
    place: (schema) => moved(schema) as JsonSchema,
    all: () => Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b))),
  };
}
