import { SocialPlatform } from '@space/contracts/publishing';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const CheckedAccountRow = z.object({
  id: z.string(),
  platform: SocialPlatform,
  server: z.string(),
  handle: z.string(),
  display_name: z.string(),
  status: z.enum(['connected', 'refused']),
  connected_at: z.string(),
  last_published_at: z.string().nullable(),
  next_check_at: z.string(),
});

/** An account as reports describe it. */
export type CheckedAccount = z.infer<typeof CheckedAccountRow>;

const columns = sql.fragment`a.id, a.platform, a.server, a.handle, a.display_name, a.status,
  ${wireTime(sql.fragment`a.connected_at`)} as connected_at, ${wireTime(sql.fragment`a.last_published_at`)} as last_published_at,
  ${wireTime(sql.fragment`a.next_check_at`)} as next_check_at`;

/** Returns an account as reports describe it, or null when it was disconnected. */
export const findCheckedAccount = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(CheckedAccountRow)`
    select ${columns} from publishing.social_account as a where a.space_id = ${space} and a.id = ${id}`);

const DueCheckRow = z.object({
  space_id: z.string(),
  id: z.string(),
  platform: SocialPlatform,
  handle: z.string(),
  connected_at: z.string(),
});

/** An account that is due to be checked. */
export type DueCheck = z.infer<typeof DueCheckRow>;

/** Claims accounts that are due to be checked, at most `limit`. They are due again at `until`, should this process end. */
export const claimDueChecks = (database: CommonQueryMethods, now: string, until: string, limit: number) =>
  database.any(sql.type(DueCheckRow)`
    with due as (
      select space_id, id from publishing.social_account where next_check_at <= ${now}::timestamptz
      order by next_check_at limit ${limit} for update skip locked)
    update publishing.social_account as a set next_check_at = ${until}::timestamptz
    from due where a.space_id = due.space_id and a.id = due.id
    returning a.space_id, a.id, a.platform, a.handle, ${wireTime(sql.fragment`a.connected_at`)} as connected_at`);

/** Returns the time at which the next check is due, in milliseconds since the epoch, or null. */
export const nextCheckDue = (database: CommonQueryMethods) =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select next_check_at as at from publishing.social_account order by next_check_at limit 1`);

/**
 * Stores the time of the next check of an account, and its status if that is given; returns the account, or null when it
 * was disconnected or connected again since the check began: the check is of no account that exists.
 */
export const saveCheck = (
  tx: CommonQueryMethods,
  { space_id, id, connected_at }: DueCheck,
  { status, next_check_at }: { readonly status: 'connected' | 'refused' | undefined; readonly next_check_at: string },
  now: string,
) =>
  tx.maybeOne(sql.type(CheckedAccountRow.extend({ was: z.string() }))`
    with before as (
      select status from publishing.social_account
      where space_id = ${space_id} and id = ${id} and connected_at = ${connected_at}::timestamptz for update)
    update publishing.social_account as a set
      next_check_at = ${next_check_at}::timestamptz, status = coalesce(${status ?? null}, a.status),
      version = case when coalesce(${status ?? null}, a.status) = a.status then a.version else a.version + 1 end,
      updated_at = case when coalesce(${status ?? null}, a.status) = a.status then a.updated_at else ${now}::timestamptz end
    from before where a.space_id = ${space_id} and a.id = ${id}
    returning ${columns}, before.status as was`);
