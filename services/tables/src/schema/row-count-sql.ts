import { sql } from '@space/database';
import type { FragmentSqlToken, PrimitiveValueExpression } from 'slonik';

/** Returns the number of rows of a table, which is stored as changes of it and exact in each statement's snapshot. */
export const rowCountSql = (table: FragmentSqlToken | PrimitiveValueExpression): FragmentSqlToken =>
  sql.fragment`(select coalesce(sum(delta), 0)::int8 from tables.row_count_delta where table_id = ${table})`;
