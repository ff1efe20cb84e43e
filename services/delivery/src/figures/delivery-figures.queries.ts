import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const FigureRow = z.object({
  listener_id: z.string(),
  hour_at: z.string(),
  outcomes: z.record(z.string(), z.number()),
  p50_bucket: z.number(),
  p95_bucket: z.number(),
});

/** Returns the attempts of some webhooks by hour: their number by outcome, and the buckets of two percentiles of their duration. */
export const findFigures = (database: CommonQueryMethods, space: string, webhooks: readonly string[], since: string, until: string) =>
  database.any(sql.type(FigureRow)`
    with figure as materialized (
      select listener_id, hour_at, outcome, bucket, attempts from events.delivery_figure
      where space_id = ${space} and listener_id = any(${sql.array([...webhooks], 'text')})
        and hour_at >= date_trunc('hour', ${since}::timestamptz, 'UTC') and hour_at < ${until}::timestamptz
    ),
    by_outcome as (select listener_id, hour_at, outcome, sum(attempts) as attempts from figure group by listener_id, hour_at, outcome),
    by_bucket as (
      select listener_id, hour_at, bucket, sum(sum(attempts)) over (partition by listener_id, hour_at order by bucket) as until_bucket,
             sum(sum(attempts)) over (partition by listener_id, hour_at) as total
      from figure group by listener_id, hour_at, bucket
    ),
    percentile as (
      select listener_id, hour_at, min(bucket) filter (where until_bucket >= total * 0.5) as p50_bucket,
             min(bucket) filter (where until_bucket >= total * 0.95) as p95_bucket
      from by_bucket group by listener_id, hour_at
    )
    select listener_id, ${wireTime(sql.fragment`hour_at`)} as hour_at, json_object_agg(outcome, attempts) as outcomes, p50_bucket, p95_bucket
    from by_outcome join percentile using (listener_id, hour_at)
    group by listener_id, hour_at, p50_bucket, p95_bucket
    order by listener_id, hour_at`);

/** Deletes at most `limit` figures of hours before `before`; returns how many. */
export const deleteExpiredFigures = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.delivery_figure where (space_id, listener_id, hour_at, outcome, bucket) in (
        select space_id, listener_id, hour_at, outcome, bucket from events.delivery_figure where hour_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;
