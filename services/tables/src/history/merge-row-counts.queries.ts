import { type Database, sql } from '@space/database';
import { z } from 'zod';

const TableId = z.object({ table_id: z.string() });

/** A table with more count deltas than this is merged. */
const MAX_DELTAS = 50;

/** Maximum of tables per run. */
const MAX_TABLES = 100;

/**
 * Merges the count deltas of a table into one row. It skips rows that another process has locked, so each delta is
 * counted once and the visible sum is constant.
 */
export async function mergeRowCounts(database: Database): Promise<void> {
  const tables = await database.anyFirst(sql.type(TableId)`
    select table_id from tables.row_count_delta group by table_id having count(*) > ${MAX_DELTAS} limit ${MAX_TABLES}`);
  for (const table of tables)
    await database.query(sql.typeAlias('void')`
      with lines as (select ctid from tables.row_count_delta where table_id = ${table} for update skip locked),
      gone as (delete from tables.row_count_delta where ctid in (select ctid from lines) returning delta)
      insert into tables.row_count_delta (table_id, delta) select ${table}, sum(delta)::int8 from gone having count(*) > 0`);
}
