import { z } from 'zod';
import { ColumnRow } from '../schema/schema.queries.ts';
import { type Column, type Schema, withColumns } from '../schema/schema.ts';

const time = z.string().transform((text) => new Date(text).getTime());

/** A column as a snapshot stores it: the JSON of its row. Additional fields pass through unread. */
export const StoredColumn = z.looseObject({ ...ColumnRow.shape, created_at: z.string(), updated_at: z.string() });

/** A column as a snapshot stores it. */
export type StoredColumn = z.infer<typeof StoredColumn>;

/** A view as a snapshot stores it: the JSON of its row. */
export const StoredView = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  config: z.record(z.string(), z.unknown()),
  is_default: z.boolean(),
  version: z.number(),
});

/** A view as a snapshot stores it. */
export type StoredView = z.infer<typeof StoredView>;

/** Fields of the table in a snapshot, and the dependencies of its columns. */
export const StoredMeta = z.object({
  plural_label: z.string(),
  singular_label: z.string().nullable(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  title_column_id: z.string().nullable(),
  dependencies: z.array(z.tuple([z.string(), z.string()])),
});

/** Fields of the table in a snapshot. */
export type StoredMeta = z.infer<typeof StoredMeta>;

/** Converts a stored column to a column of a schema. */
const readable = ({ created_at, updated_at, ...column }: StoredColumn): Column =>
  ({ ...column, created_at: time.parse(created_at), updated_at: time.parse(updated_at) }) as Column;

/** Returns the schema of a table with these stored columns in place of its own. */
export function schemaWith(schema: Schema, stored: readonly StoredColumn[], titleId: string | null): Schema {
  const columns = stored.map(readable).toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  return withColumns(schema, columns, titleId);
}
