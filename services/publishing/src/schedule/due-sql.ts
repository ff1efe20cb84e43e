import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** What can be planned: the column that says when. */
export type ScheduleColumn = 'publish_at' | 'unpublish_at';

/** Whose time has come, of the rows `p`, and is not behind that of the other plan: what was missed is done in its order. */
export function isDue(plan: ScheduleColumn, now: string): FragmentSqlToken {
  const [mine, other] = plan === 'publish_at' ? ['publish_at', 'unpublish_at'] : ['unpublish_at', 'publish_at'];
  const at = sql.fragment`p.${sql.identifier([mine!])}`;
  return sql.fragment`${at} <= ${now}::timestamptz and (p.${sql.identifier([other!])} is null or ${at} <= p.${sql.identifier([other!])})`;
}
