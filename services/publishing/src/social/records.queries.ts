import { Actor } from '@space/contracts/core';
import { type SocialError, SocialPlatform } from '@space/contracts/publishing';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ClaimedRecordRow = z.object({
  space_id: z.string(),
  post_id: z.string(),
  account_id: z.string(),
  handle: z.string(),
  platform: SocialPlatform,
  network_key: z.string(),
  attempts: z.number(),
  tried: z.boolean(),
  in_doubt_since: z.number().nullable(),
  text: z.string(),
  media: z.array(z.object({ url: z.string(), alt_text: z.string() })),
  language: z.string().nullable(),
  content_warning: z.string().nullable(),
  by: Actor,
  lease: z.string(),
});

/** A record under a lease, with the content of its post. */
export type ClaimedRecord = z.infer<typeof ClaimedRecordRow>;

/** The parameters of a claim. */
interface RecordClaim {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  /** The free slots of the process, and so the most records to claim. */
  readonly limit: number;
  /** The most records of one Space, those in progress included. */
  readonly limit_per_space: number;
  /** The number of records in progress by Space. */
  readonly running: ReadonlyMap<string, number>;
}

/** Due records that one claim reads: more than it claims, since some are of Spaces that have enough in progress. */
const LISTED_RECORDS = 64;

/**
 * Claims due records, those of a Space that has the fewest in progress first, under a lease that expires at `until`. A record
 * waits while its Space has as many in progress as slots are free, so each further Space that takes all it can get leaves half
 * of the free slots to others. When the process dies, other processes claim its records after `until`. The fields `tried` and
 * `in_doubt_since` are returned as they were before.
 */
export const claimDueRecords = (database: CommonQueryMethods, { now, until, lease, limit, limit_per_space, running }: RecordClaim) =>
  database.transaction(async (tx) => {
    const claimed = await tx.any(sql.type(ClaimedRecordRow)`
      with busy as materialized (
        select * from ${unnestRows(
          [...running].map(([space_id, count]) => ({ space_id, count })),
          { space_id: 'text', count: 'int4' },
          'b',
        )}
      ),
      oldest as (
        select r.space_id, r.post_id, r.account_id, r.next_attempt_at,
          row_number() over (partition by r.space_id order by r.next_attempt_at) + coalesce(b.count, 0) as place
        from (
          select * from publishing.social_record as r
          where r.status in ('scheduled', 'publishing') and r.next_attempt_at <= ${now}::timestamptz
            and not exists (select from publishing.closed_space as closed where closed.space_id = r.space_id)
            and r.space_id <> all(array(select space_id from busy where count >= ${Math.min(limit, limit_per_space)}))
          order by r.next_attempt_at limit ${LISTED_RECORDS}
        ) as r left join busy as b on b.space_id = r.space_id
      ),
      ranked as (select *, row_number() over (order by place, next_attempt_at) as slot from oldest),
      due as (
        select r.space_id, r.post_id, r.account_id, r.tried, r.in_doubt_since
        from ranked as o
        join publishing.social_record as r on r.space_id = o.space_id and r.post_id = o.post_id and r.account_id = o.account_id
        join publishing.social_post as p on p.space_id = r.space_id and p.id = r.post_id
        where o.place <= ${limit_per_space} and o.place + o.slot <= ${limit}::int + 1 and r.status in ('scheduled', 'publishing') and r.next_attempt_at <= ${now}::timestamptz
        order by o.slot for update of r, p skip locked
      )
      update publishing.social_record as r
      set status = 'publishing', lease = ${lease}, next_attempt_at = ${until}::timestamptz, tried = true,
        attempts = case when r.status = 'scheduled' then 1 else r.attempts + 1 end, in_doubt_since = coalesce(r.in_doubt_since, ${now}::timestamptz)
      from due, publishing.social_post as p
      where r.space_id = due.space_id and r.post_id = due.post_id and r.account_id = due.account_id
        and p.space_id = r.space_id and p.id = r.post_id
      returning r.space_id, r.post_id, r.account_id, r.handle, r.platform, r.network_key, r.attempts, due.tried, due.in_doubt_since,
        p.text, p.media, p.language, p.content_warning, p.published_by as by, r.lease`);
    if (claimed.length > 0)
      await tx.query(sql.typeAlias('void')`
        update publishing.social_post as p set status = 'publishing', version = version + 1
        from ${unnestRows(
          claimed.map(({ space_id, post_id }) => ({ space_id, post_id })),
          { space_id: 'text', post_id: 'text' },
          't',
        )}
        where p.space_id = t.space_id and p.id = t.post_id and p.status = 'scheduled'`);
    return claimed;
  });

/** Returns the time at which the next record is due, in milliseconds since the epoch; null when no record waits. */
export const nextRecordDue = (database: CommonQueryMethods) =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select next_attempt_at as at from publishing.social_record
    where status in ('scheduled', 'publishing')
      and not exists (select from publishing.closed_space as closed where closed.space_id = social_record.space_id)
    order by next_attempt_at limit 1`);

/** The outcome of an attempt: the network has the post, refused it for good, or the attempt is repeated at `next`. */
export type PublishOutcome =
  | { readonly status: 'published'; readonly remote_id: string; readonly url: string | null; readonly measure_at: string }
  | {
      readonly status: 'failed';
      readonly error: SocialError;
      readonly message: string;
      readonly in_doubt: boolean;
      /** True when the network refuses the secret of the account. */
      readonly unauthorized: boolean;
    }
  | {
      readonly status: 'publishing';
      readonly error: SocialError;
      readonly message: string;
      readonly next: string;
      readonly in_doubt: boolean;
    };

const inDoubtSince = ({ in_doubt }: { readonly in_doubt: boolean }) => (in_doubt ? sql.fragment`in_doubt_since` : sql.fragment`null`);

function outcomeColumns(outcome: PublishOutcome, now: string) {
  switch (outcome.status) {
    case 'published':
      return sql.fragment`status = 'published', published_at = ${now}::timestamptz, remote_id = ${outcome.remote_id}, url = ${outcome.url},
        error = null, error_message = null, next_attempt_at = null, in_doubt_since = null, next_measure_at = ${outcome.measure_at}::timestamptz`;
    case 'failed':
      return sql.fragment`status = 'failed', error = ${outcome.error}, error_message = ${outcome.message}, next_attempt_at = null,
        in_doubt_since = ${inDoubtSince(outcome)}`;
    case 'publishing':
      return sql.fragment`error = ${outcome.error}, error_message = ${outcome.message}, next_attempt_at = ${outcome.next}::timestamptz,
        in_doubt_since = ${inDoubtSince(outcome)}`;
  }
}

/** Stores the outcome of an attempt and the status of its post, and releases the lease. Returns false and stores nothing when the lease was lost. */
export async function saveOutcome(tx: CommonQueryMethods, record: ClaimedRecord, outcome: PublishOutcome, now: string): Promise<boolean> {
  // All transactions lock the post before its records, so that they do not deadlock.
  await tx.query(sql.typeAlias('void')`
    select from publishing.social_post where space_id = ${record.space_id} and id = ${record.post_id} for update`);
  const saved = await tx.maybeOne(sql.type(z.object({ account_id: z.string() }))`
    update publishing.social_record set ${outcomeColumns(outcome, now)}, lease = null
    where space_id = ${record.space_id} and post_id = ${record.post_id} and account_id = ${record.account_id} and lease = ${record.lease}
    returning account_id`);
  if (!saved) return false;
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post as p
    set status = s.status, published_at = case when s.status = 'published' then ${now}::timestamptz else p.published_at end,
      version = version + 1, updated_at = case when s.status = 'publishing' then p.updated_at else ${now}::timestamptz end
    from (
      select case when bool_or(status in ('scheduled', 'publishing')) then 'publishing' when bool_or(status = 'failed') then 'failed' else 'published' end as status
      from publishing.social_record where space_id = ${record.space_id} and post_id = ${record.post_id}) as s
    where p.space_id = ${record.space_id} and p.id = ${record.post_id}`);
  if (outcome.status === 'published')
    await tx.query(sql.typeAlias('void')`
      update publishing.social_account set last_published_at = ${now}::timestamptz
      where space_id = ${record.space_id} and id = ${record.account_id}`);
  return true;
}
