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

/** Returns the sentence on the name of a table that was read as its id. */
export const tableNameNote = (path: string, name: string, { id, label }: TableOfName): string =>
  `${path}: ${JSON.stringify(name)} was read as ${id}, the table ${label}`;

/** Returns the error of a name that several tables have. */
export const ambiguousTableName = (path: string, name: string, tables: readonly TableOfName[]): FieldError => ({
  path,
  code: 'ambiguous',
  message: `"${name}" may be ${tables.map(({ id, label }) => `${label} (${id})`).join(' or ')}; send the id`,
});
