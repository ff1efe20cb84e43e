import { z } from 'zod';
import { MAX_ID_LENGTH } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import type { FieldError } from '../core/problem.ts';

const TableOfName = z.object({ id: z.string(), label: z.string() });

/** A table that a slug or a name means. */
export type TableOfName = z.output<typeof TableOfName>;

/** Names that one question may contain: more than the filters of the largest body have. */
const NAMES_OF_LARGEST_BODY = 100_000;

/** Tells other services which tables have a slug or a name. */
export const tableNames = contract({
  name: 'table_names',
  service: 'tables',
  tag: 'Names of tables',
  description: 'Answers other services which tables have a slug or a name, over the bus only.',
  operations: {
    find: operation({
      summary: 'Find the tables of slugs and names in this Space',
      audience: 'internal',
      input: z.strictObject({ names: z.array(z.string().max(MAX_ID_LENGTH)).max(NAMES_OF_LARGEST_BODY) }),
      output: z.object({
        tables: z
          .array(z.object({ name: z.string(), tables: z.array(TableOfName) }))
          .describe('The tables of each name that has some: one, or the first of several'),
      }),
    }),
  },
});

/** A place in the input of a call that has the slug or the name of a table in place of its id. */
export interface NamedTable {
  readonly path: string;
  readonly name: string;
  /** The object or list of the input in which the name stands, and its place there. */
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/**
 * Replaces names by the ids of the tables that they mean, and adds a sentence on each for the caller. Returns the errors of names that
 * several tables have. A name without a table stays, so that it is not found.
 */
export function replaceTableNames(
  named: readonly NamedTable[],
  tables: ReadonlyMap<string, readonly TableOfName[]>,
  understood: string[],
): FieldError[] {
  const errors: FieldError[] = [];
  for (const { path, name, holder, key } of named) {
    const [table, ...others] = tables.get(name) ?? [];
    if (!table) continue;
    if (others.length > 0) errors.push(ambiguousName(path, name, [table, ...others]));
    else {
      holder[key] = table.id;
      understood.push(`${path}: ${JSON.stringify(name)} was read as ${table.id}, the table ${table.label}`);
    }
  }
  return errors;
}

const ambiguousName = (path: string, name: string, tables: readonly TableOfName[]): FieldError => ({
  path,
  code: 'ambiguous',
  message: `"${name}" may be ${tables.map(({ id, label }) => `${label} (${id})`).join(' or ')}; send the id`,
});
