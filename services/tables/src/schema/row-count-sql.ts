import { sql } from '@space/database';
import type { FragmentSqlToken, PrimitiveValueExpression } from 'slonik';

/** Returns the sum of the count deltas of a table: its number of rows in the snapshot of the statement. */
export const rowCountSql = (table: FragmentSqlToken | PrimitiveValueExpression): FragmentSqlToken =>
  sql.fragment`(select coalesce(sum(delta), 0)::int8 from tables.row_count_delta where table_id = ${table})`;
