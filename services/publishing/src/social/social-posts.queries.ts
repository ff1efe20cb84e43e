import type { SocialPost, SocialPostState } from '@space/contracts/publishing';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { PostContent } from '../social-networks/network.ts';

/** The content of a draft, and the accounts that it is for. */
export interface DraftContent extends PostContent {
  readonly account_ids: readonly string[];
}

const SocialPostRow = z.object({ json: z.string(), version: z.number() });

const postJson = sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.text, p.media, p.account_ids, p.language, p.content_warning, p.planner_id, p.status,
  ${wireTime(sql.fragment`p.scheduled_at`)} as scheduled_at, ${wireTime(sql.fragment`p.published_at`)} as published_at,
  coalesce((select json_agg(r order by r.account_id) from (select
    r.account_id, r.handle as account, r.platform, r.status, r.attempts,
    case when r.status in ('scheduled', 'publishing') and r.lease is null then ${wireTime(sql.fragment`r.next_attempt_at`)} end as next_attempt_at,
    ${wireTime(sql.fragment`r.published_at`)} as published_at, r.url, r.error, r.error_message
    from publishing.social_record as r where r.space_id = p.space_id and r.post_id = p.id) as r), '[]') as records) as r)`;

/** The paging and the filter of a list of social posts. */
export interface SocialPostListInput extends PageInput {
  readonly status?: SocialPostState | undefined;
  readonly sort: string;
}

/** The time of a post without one in the order by `scheduled_at`, which has an index. */
const timeless = sql.fragment`timestamptz '9999-12-31T00:00:00Z'`;

/** Lists the social posts of a Space. */
export const listSocialPosts = (space: string, { status, sort, ...list }: SocialPostListInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.social_post as p`,
    alias: 'p',
    where: sql.fragment`p.space_id = ${space} ${status === undefined ? sql.fragment`` : sql.fragment`and p.status = ${status}`}`,
    item: postJson,
    ...orderOf(sort, 'p', { scheduled_at: { column: sql.fragment`coalesce(p.scheduled_at, ${timeless})`, type: 'timestamp' } }),
  });

/** A social post as the wire shows it, as JSON text too, with its version. */
export interface StoredSocialPost {
  readonly json: string;
  readonly post: SocialPost;
  readonly version: number;
}

/** Returns a social post of a Space, or null; with `lock` it is locked until the transaction ends. */
export async function findSocialPost(
  database: CommonQueryMethods,
  space: string,
  id: string,
  lock = false,
): Promise<StoredSocialPost | null> {
  // The lock is a statement of its own, so that the next one sees the records that others committed while this one waited.
  if (lock)
    await database.query(sql.typeAlias('void')`select from publishing.social_post where space_id = ${space} and id = ${id} for update`);
  const row = await database.maybeOne(sql.type(SocialPostRow)`
    select ${postJson}::text as json, p.version from publishing.social_post as p where p.space_id = ${space} and p.id = ${id}`);
  return row && { ...row, post: JSON.parse(row.json) as SocialPost };
}

/** Inserts a draft. */
export const insertDraft = (tx: CommonQueryMethods, space: string, id: string, content: DraftContent, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.social_post (space_id, id, text, media, account_ids, language, content_warning, status, created_at, updated_at)
    values (${space}, ${id}, ${content.text}, ${JSON.stringify(content.media)}::jsonb, ${sql.array([...content.account_ids], 'text')},
      ${content.language}, ${content.content_warning}, 'draft', ${now}::timestamptz, ${now}::timestamptz)`);

/** Replaces the content of a draft. A failed post becomes a draft again, and its records are deleted. */
export async function replaceContent(tx: CommonQueryMethods, space: string, id: string, content: DraftContent, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from publishing.social_record where space_id = ${space} and post_id = ${id}`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post
    set text = ${content.text}, media = ${JSON.stringify(content.media)}::jsonb, account_ids = ${sql.array([...content.account_ids], 'text')},
      language = ${content.language}, content_warning = ${content.content_warning}, status = 'draft', scheduled_at = null, planner_id = null,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

/**
 * Cancels a scheduled post. Records without an attempt are deleted; records that failed before are failed again, with their
 * key and their doubt. A post without records becomes a draft.
 */
export async function unschedule(tx: CommonQueryMethods, space: string, id: string, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from publishing.social_record where space_id = ${space} and post_id = ${id} and status = 'scheduled' and not tried`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_record set status = 'failed', next_attempt_at = null
    where space_id = ${space} and post_id = ${id} and status = 'scheduled'`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post as p
    set status = case when r.account_ids is null then 'draft' else 'failed' end, account_ids = coalesce(r.account_ids, p.account_ids),
      scheduled_at = null, planner_id = null, version = version + 1, updated_at = ${now}::timestamptz
    from (${recordAccountIds(space, id)}) as r
    where p.space_id = ${space} and p.id = ${id}`);
}

/** Selects the ids of the accounts that have a record of a post, as an array; null when there is none. */
const recordAccountIds = (space: string, id: string) => sql.fragment`
  select array_agg(account_id order by account_id) as account_ids from publishing.social_record
  where space_id = ${space} and post_id = ${id}`;

/** Deletes a social post. */
export const deleteSocialPost = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from publishing.social_post where space_id = ${space} and id = ${id}`);

/** The time and the accounts of a publication. */
interface Dispatch {
  readonly status: 'scheduled' | 'publishing';
  readonly scheduled_at: string | null;
  readonly planner_id: string | null;
  /** The time at which the records are due, ISO 8601. */
  readonly at: string;
  /** The actor, as JSON text. */
  readonly by: string;
  readonly accounts: readonly { readonly id: string; readonly handle: string; readonly platform: string; readonly key: string }[];
}

/**
 * Inserts a record for each account that has not published the post. A failed record is due again with the same key and
 * the same doubt, so that a network which may have the post never gets it under another key. It keeps its error until it is
 * attempted, since the schedule may be cancelled before.
 */
export async function enqueueRecords(tx: CommonQueryMethods, space: string, id: string, dispatch: Dispatch, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into publishing.social_record as r (space_id, post_id, account_id, handle, platform, network_key, status, next_attempt_at)
    select ${space}, ${id}, a.id, a.handle, a.platform, a.key, ${dispatch.status}, ${dispatch.at}::timestamptz
    from ${unnestRows(dispatch.accounts, { id: 'text', handle: 'text', platform: 'text', key: 'text' }, 'a')}
    on conflict (space_id, post_id, account_id) do update set
      status = excluded.status, next_attempt_at = excluded.next_attempt_at,
      attempts = case when excluded.status = 'scheduled' then r.attempts else 0 end,
      error = case when excluded.status = 'scheduled' then r.error end,
      error_message = case when excluded.status = 'scheduled' then r.error_message end
    where r.status = 'failed'`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post
    set status = ${dispatch.status}, scheduled_at = ${dispatch.scheduled_at}::timestamptz, planner_id = ${dispatch.planner_id},
      published_by = ${dispatch.by}::jsonb,
      account_ids = (${recordAccountIds(space, id)}), version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}
