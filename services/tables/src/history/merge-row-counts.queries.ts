import { type Database, sql } from '@space/database';
import { z } from 'zod';

const TableId = z.object({ table_id: z.string() });

/** A table is folded when its tally has more lines than this. */
const LINES = 50;

/** Tables that are folded in a round. */
const TABLES = 100;

/**
 * Makes one line of the many that writes left in the tally of a table. Lines that another process folds at the same time
 * are passed over, so each is counted once; the sum of what a reader sees is always the same.
 */
export async function foldTallies(database: Database): Promise<void> {
  const tables = await database.anyFirst(sql.type(TableId)`
    select table_id from tables.row_tally group by table_id having count(*) > ${LINES} limit ${TABLES}`);
  for (const table of tables)
    await database.query(sql.typeAlias('void')`
      with lines as (select ctid from tables.row_tally where table_id = ${table} for update skip locked),
      gone as (delete from tables.row_tally where ctid in (select ctid from lines) returning n)
      insert into tables.row_tally (table_id, n) select ${table}, sum(n)::int8 from gone having count(*) > 0`);
}
