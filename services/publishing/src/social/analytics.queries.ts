import { SocialPlatform } from '@space/contracts/publishing';
import { listQuery, type PageInput, type PageQuery, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { PostAnalytics } from '../social-networks/network.ts';

/** The filter of published posts. */
export interface AnalyticsFilter {
  readonly post_id?: string | undefined;
  readonly platform?: string | undefined;
}

const matching = (space: string, { post_id, platform }: AnalyticsFilter) => sql.fragment`
  r.space_id = ${space} and r.status = 'published'
  ${post_id === undefined ? sql.fragment`` : sql.fragment`and r.post_id = ${post_id}`}
  ${platform === undefined ? sql.fragment`` : sql.fragment`and r.platform = ${platform}`}`;

/** Lists the published records of a Space with their counts, newest first. */
export const listAnalytics = (space: string, filter: AnalyticsFilter, list: PageInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.social_record as r`,
    alias: 'r',
    where: matching(space, filter),
    item: sql.fragment`(select row_to_json(m) from (
      select r.post_id, p.text, r.account_id, r.handle as account, r.platform, r.url,
        ${wireTime(sql.fragment`r.published_at`)} as published_at, r.likes, r.reposts, r.replies,
        ${wireTime(sql.fragment`r.measured_at`)} as measured_at
      from publishing.social_post as p where p.space_id = r.space_id and p.id = r.post_id) as m)`,
    sortBy: [
      { column: sql.fragment`r.published_at`, type: 'timestamp' },
      { column: sql.fragment`r.post_id`, type: 'text' },
      { column: sql.fragment`r.account_id`, type: 'text' },
    ],
  });

const PlatformSumsRow = z.object({
  platform: SocialPlatform,
  posts: z.number(),
  likes: z.number(),
  reposts: z.number(),
  replies: z.number(),
});

/** Returns the sums of the counts for each network. */
export const sumsByPlatform = (database: CommonQueryMethods, space: string, filter: AnalyticsFilter) =>
  database.any(sql.type(PlatformSumsRow)`
    select r.platform, count(*) as posts, sum(r.likes) as likes, sum(r.reposts) as reposts, sum(r.replies) as replies
    from publishing.social_record as r where ${matching(space, filter)} group by r.platform order by r.platform`);

const DueMeasurementRow = z.object({
  space_id: z.string(),
  post_id: z.string(),
  account_id: z.string(),
  platform: SocialPlatform,
  remote_id: z.string(),
  published_at: z.number(),
});

/** A published record that is due to be measured. */
export type DueMeasurement = z.infer<typeof DueMeasurementRow>;

const MeasurementKeyRow = DueMeasurementRow.pick({ space_id: true, post_id: true, account_id: true });

/** The key of a record that is measured. */
type MeasurementKey = z.infer<typeof MeasurementKeyRow>;

/** Returns the records that have been due longest to be measured, except those of some Spaces. */
export const listDueMeasurements = (database: CommonQueryMethods, now: string, limit: number, except: readonly string[]) =>
  database.any(sql.type(MeasurementKeyRow)`
    select space_id, post_id, account_id from publishing.social_record
    where next_measure_at <= ${now}::timestamptz and space_id <> all(${sql.array([...except], 'text')})
    order by next_measure_at limit ${limit}`);

/** Claims records that are due to be measured. They are due again at `until`, so that a failing record does not block the others. */
export const claimDueMeasurements = (database: CommonQueryMethods, now: string, until: string, posts: readonly MeasurementKey[]) =>
  database.any(sql.type(DueMeasurementRow)`
    with due as (
      select r.space_id, r.post_id, r.account_id from publishing.social_record as r
      join ${unnestRows(posts, { space_id: 'text', post_id: 'text', account_id: 'text' }, 'k')}
        on k.space_id = r.space_id and k.post_id = r.post_id and k.account_id = r.account_id
      where r.next_measure_at <= ${now}::timestamptz for update of r skip locked
    )
    update publishing.social_record as r set next_measure_at = ${until}::timestamptz
    from due where r.space_id = due.space_id and r.post_id = due.post_id and r.account_id = due.account_id
    returning r.space_id, r.post_id, r.account_id, r.platform, r.remote_id, r.published_at`);

/** Returns the time at which the next measurement is due, in milliseconds since the epoch, or null. */
export const nextMeasurementDue = (database: CommonQueryMethods) =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select next_measure_at as at from publishing.social_record where next_measure_at is not null order by next_measure_at limit 1`);

/** Stores the counts of a record and the time of the next measurement; the counts stay as they are for null. */
export const saveAnalytics = (
  database: CommonQueryMethods,
  { space_id, post_id, account_id }: DueMeasurement,
  counts: PostAnalytics | null,
  now: string,
  next: string | null,
) =>
  database.query(sql.typeAlias('void')`
    update publishing.social_record
    set ${counts === null ? sql.fragment`` : sql.fragment`likes = ${counts.likes}, reposts = ${counts.reposts}, replies = ${counts.replies}, measured_at = ${now}::timestamptz,`}
      next_measure_at = ${next}::timestamptz
    where space_id = ${space_id} and post_id = ${post_id} and account_id = ${account_id}`);
