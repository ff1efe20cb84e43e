import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/**
 * Returns the state of a row since a change, as an expression over the cells of the row before the change, after it and now; null
 * where the row did not exist. The row is `undone` if it is as before the change, `unchanged` if it is as the change left it,
 * `missing` if it was deleted since, and a `conflict` otherwise. Cells are compared, not versions: a row that was changed and reverted
 * since is as the change left it.
 */
export const stateOfRowSql = (before: FragmentSqlToken, after: FragmentSqlToken, now: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  case when ${now} is not distinct from ${before} then 'undone'
    when ${now} is not distinct from ${after} then 'unchanged'
    when ${now} is null then 'missing'
    else 'conflict' end`;
