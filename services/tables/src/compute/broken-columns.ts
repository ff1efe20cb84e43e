import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { startRecompute } from './recompute.ts';

/** A computed column that reads another one. */
const Dependent = z.object({ table_id: z.string(), column_id: z.string(), column_key: z.string() });

/** The live columns that are worked out from a column itself, not through others. */
export const findDirectDependents = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.any(sql.type(Dependent)`
    select c.table_id, c.id as column_id, c.key as column_key from tables.column_dependency as d
    join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id and c.deleted_at is null
    where d.space_id = ${space} and d.reads_column_id = ${columnId} and d.column_id <> ${columnId} order by c.table_id, c.position, c.id`);

/**
 * What reads a deleted column becomes broken, says so, and loses its values. The column is out of sight already, and the
 * caller holds the lock of schema changes.
 */
export const onColumnDeleted = (tx: CommonQueryMethods, space: string, columnId: string): Promise<void> =>
  recomputeReaders(tx, space, columnId);

/** What reads a column that came back works again, when nothing else is missing. */
export const onColumnRestored = (tx: CommonQueryMethods, space: string, columnId: string): Promise<void> =>
  recomputeReaders(tx, space, columnId);

async function recomputeReaders(tx: CommonQueryMethods, space: string, columnId: string): Promise<void> {
  const table = await tx.maybeOneFirst(sql.type(z.object({ table_id: z.string() }))`
    select table_id from tables.user_column where space_id = ${space} and id = ${columnId}`);
  if (table !== null) await startRecompute(tx, { space_id: space, table_id: table }, [columnId]);
}
