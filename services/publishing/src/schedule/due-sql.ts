import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** The column that says when a page or post is published or unpublished. */
export type ScheduleColumn = 'publish_at' | 'unpublish_at';

/**
 * Returns the SQL condition that the row `p` is due at `now` by one column. While both times of a row have passed, only
 * the earlier one is due, so that missed changes are made in their order.
 */
export function isDue(column: ScheduleColumn, now: string): FragmentSqlToken {
  const at = sql.fragment`p.${sql.identifier([column])}`;
  const other = sql.fragment`p.${sql.identifier([column === 'publish_at' ? 'unpublish_at' : 'publish_at'])}`;
  return sql.fragment`${at} <= ${now}::timestamptz and (${other} is null or ${at} <= ${other})`;
}
