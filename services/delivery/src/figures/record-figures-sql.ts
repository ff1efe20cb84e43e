import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/**
 * Builds an insert that counts attempts by webhook, hour, outcome and duration. `attempts` selects `space_id`, `listener_id`, `outcome` and
 * `bucket` of each. Rows are locked in the order of their keys, so that two statements never deadlock.
 */
export const countAttempts = (attempts: FragmentSqlToken, now: string): FragmentSqlToken => sql.fragment`
  insert into events.delivery_figure as f (space_id, listener_id, hour_at, outcome, bucket, attempts)
  select a.space_id, a.listener_id, date_trunc('hour', ${now}::timestamptz, 'UTC'), a.outcome, a.bucket, count(*)
  from (${attempts}) as a
  group by a.space_id, a.listener_id, a.outcome, a.bucket
  order by a.space_id, a.listener_id, a.outcome, a.bucket
  on conflict (space_id, listener_id, hour_at, outcome, bucket) do update set attempts = f.attempts + excluded.attempts`;
