import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { ColumnRow, texts } from '../schema/schema.queries.ts';

/** The other side of a reference as selected. It may be deleted. */
const CounterpartRow = ColumnRow.pick({ id: true, table_id: true, reference: true }).extend({
  is_live: z.boolean(),
  /** True if a live column of its table has its key. */
  is_key_taken: z.boolean(),
});

/** The other side of a reference. */
export type Counterpart = z.infer<typeof CounterpartRow>;

/** Returns the existing columns among these, including deleted ones. */
export const findCounterparts = (tx: CommonQueryMethods, space: string, ids: Iterable<string>) =>
  tx.any(sql.type(CounterpartRow)`
    select id, table_id, reference, deleted_at is null as is_live, exists (
      select from tables.user_column as o
      where o.space_id = c.space_id and o.table_id = c.table_id and o.key = c.key and o.deleted_at is null) as is_key_taken
    from tables.user_column as c where space_id = ${space} and id = any(${texts(ids)})`);

/** Sets the other side of a reference column. Null removes it. */
export const setSymmetricColumn = (tx: CommonQueryMethods, space: string, id: string, { to, now }: { to: string | null; now: string }) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column
    set reference = jsonb_set(reference, '{symmetric_column_id}', ${JSON.stringify(to)}::jsonb), status = 'ok', error = null,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Restores a deleted column. */
export const undeleteColumn = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_column set deleted_at = null, version = version + 1 where space_id = ${space} and id = ${id}`);

/** Marks columns that cannot be computed, and deletes their dependencies. */
export async function markColumnsBroken(
  tx: CommonQueryMethods,
  space: string,
  ids: Iterable<string>,
  error: { code: string; message: string },
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update tables.user_column set status = 'error', error = ${JSON.stringify(error)}::jsonb
    where space_id = ${space} and id = any(${texts(ids)})`);
  await tx.query(sql.typeAlias('void')`
    delete from tables.column_dependency where space_id = ${space} and column_id = any(${texts(ids)})`);
}
