import { SocialPlatform } from '@space/contracts/publishing';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Which posts are told of. */
export interface AnalyticsFilter {
  readonly post_id?: string | undefined;
  readonly platform?: string | undefined;
}

const matching = (space: string, { post_id, platform }: AnalyticsFilter) => sql.fragment`
  r.space_id = ${space} and r.state = 'published'
  ${post_id === undefined ? sql.fragment`` : sql.fragment`and r.post_id = ${post_id}`}
  ${platform === undefined ? sql.fragment`` : sql.fragment`and r.platform = ${platform}`}`;

/** The page of what was published by a Space, newest first, with its figures. */
export function listAnalytics(
  space: string,
  which: AnalyticsFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): PageQuery {
  const [at, post, account] = cursor ? decodeCursor(cursor, 'text', 'text', 'text') : [];
  const behind =
    at === undefined
      ? sql.fragment``
      : sql.fragment`and (${wireTime(sql.fragment`r.published_at`)}, r.post_id, r.account_id) < (${at}, ${post!}, ${account!})`;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(${wireTime(sql.fragment`r.published_at`)}, r.post_id, r.account_id)::text as key,
        (select row_to_json(m) from (select
          r.post_id, p.text, r.account_id, r.handle as account, r.platform, r.url, ${wireTime(sql.fragment`r.published_at`)} as published_at,
          r.likes, r.reposts, r.replies, ${wireTime(sql.fragment`r.measured_at`)} as measured_at) as m)::text as item
      from publishing.social_record as r join publishing.social_post as p on p.space_id = r.space_id and p.id = r.post_id
      where ${matching(space, which)} ${behind}
      order by r.published_at desc, r.post_id desc, r.account_id desc limit ${limit + 1}`,
  };
}

const Sums = z.object({ platform: SocialPlatform, posts: z.number(), likes: z.number(), reposts: z.number(), replies: z.number() });

/** The sums of each network. */
export const sumsByPlatform = (database: CommonQueryMethods, space: string, which: AnalyticsFilter) =>
  database.any(sql.type(Sums)`
    select r.platform, count(*) as posts, sum(r.likes) as likes, sum(r.reposts) as reposts, sum(r.replies) as replies
    from publishing.social_record as r where ${matching(space, which)} group by r.platform order by r.platform`);

/** A published post whose figures are due. */
const DueMeasurement = z.object({
  space_id: z.string(),
  post_id: z.string(),
  account_id: z.string(),
  platform: SocialPlatform,
  remote_id: z.string(),
  published_at: z.number(),
});

/** A published post whose figures are due. */
export type DueMeasurement = z.infer<typeof DueMeasurement>;

/** Takes published posts whose figures are due; each is due again a while later, so that one that cannot be measured holds up nobody. */
export const claimDueMeasurements = (database: CommonQueryMethods, now: string, again: string, limit: number) =>
  database.any(sql.type(DueMeasurement)`
    with due as (
      select space_id, post_id, account_id from publishing.social_record
      where next_measure_at <= ${now}::timestamptz order by next_measure_at limit ${limit} for update skip locked
    )
    update publishing.social_record as r set next_measure_at = ${again}::timestamptz
    from due where r.space_id = due.space_id and r.post_id = due.post_id and r.account_id = due.account_id
    returning r.space_id, r.post_id, r.account_id, r.platform, r.remote_id, r.published_at`);

/** When the next figures are due, in milliseconds since the epoch, or null. */
export const nextMeasurementDue = (database: CommonQueryMethods) =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select next_measure_at as at from publishing.social_record where next_measure_at is not null order by next_measure_at limit 1`);

/** Writes figures down, and when they are due next; figures of null are left as they are. */
export const saveAnalytics = (
  database: CommonQueryMethods,
  { space_id, post_id, account_id }: DueMeasurement,
  figures: { readonly likes: number; readonly reposts: number; readonly replies: number } | null,
  now: string,
  next: string | null,
) =>
  database.query(sql.typeAlias('void')`
    update publishing.social_record
    set ${figures === null ? sql.fragment`` : sql.fragment`likes = ${figures.likes}, reposts = ${figures.reposts}, replies = ${figures.replies}, measured_at = ${now}::timestamptz,`}
      next_measure_at = ${next}::timestamptz
    where space_id = ${space_id} and post_id = ${post_id} and account_id = ${account_id}`);
