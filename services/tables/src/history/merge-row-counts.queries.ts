import { type Database, sql } from '@space/database';
import { z } from 'zod';

const TableId = z.object({ table_id: z.string() });

/** A table is folded when its tally has more lines than this. */
const MAX_DELTAS = 50;

/** Tables that are folded in a round. */
const MAX_TABLES = 100;

/**
 * Makes one line of the many that writes left in the tally of a table. Lines that another process folds at the same time
 * are passed over, so each is counted once; the sum of what a reader sees is always the same.
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
