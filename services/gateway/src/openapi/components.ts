import { type JsonSchema, withoutClosing } from '../operation/json-schema.ts';

/** The named schemas of the document, collected from its operations. */
export interface Components {
  /** Returns the schema with its named parts moved to `#/components/schemas`. */
  place(schema: JsonSchema): JsonSchema;
  /** Returns every collected schema by name. */
  all(): Record<string, JsonSchema>;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/**
 * Creates an empty set of components. A named schema that a request uses is closed, as the contracts declare it. One that only
 * answers use allows additional properties, because it may get new fields. Throws when the contracts use one name for two
 * different schemas.
 */
export function createComponents(): Components {
  const named = new Map<string, JsonSchema>();

  function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = value as { $defs?: Record<string, unknown>; [key: string]: unknown };
    for (const [name, schema] of Object.entries($defs ?? {})) add(name, move(schema) as JsonSchema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string' ? part.replace(LOCAL, SHARED) : move(part),
      ]),
    );
  }

  function add(name: string, schema: JsonSchema): void {
    const known = named.get(name);
    if (known && JSON.stringify(withoutClosing(known)) !== JSON.stringify(withoutClosing(schema)))
      throw new Error(`The schema name ${name} stands for two different things.`);
    if (!known || isOpen(known)) named.set(name, schema);
  }

  const isOpen = (schema: JsonSchema): boolean => JSON.stringify(withoutClosing(schema)) === JSON.stringify(schema);

  return {
    place: (schema) => move(schema) as JsonSchema,
    all: () => Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b))),
  };
}
