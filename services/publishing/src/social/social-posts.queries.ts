import type { SocialPost, SocialPostState } from '@space/contracts/publishing';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** What is said in a post, and by which accounts. */
export interface DraftContent {
  readonly text: string;
  readonly media: readonly { readonly url: string; readonly alt_text: string }[];
  readonly account_ids: readonly string[];
  readonly language: string | null;
  readonly content_warning: string | null;
}

const postJson = sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.text, p.media, p.account_ids, p.language, p.content_warning, p.planner_id, p.state,
  ${wireTime(sql.fragment`p.scheduled_at`)} as scheduled_at, ${wireTime(sql.fragment`p.published_at`)} as published_at,
  coalesce((select json_agg(r order by r.account_id) from (select
    r.account_id, r.handle as account, r.platform, r.state, r.attempts,
    case when r.state in ('scheduled', 'publishing') and r.lease is null then ${wireTime(sql.fragment`r.next_attempt_at`)} end as next_attempt_at,
    ${wireTime(sql.fragment`r.published_at`)} as published_at, r.url, r.error, r.error_message
    from publishing.social_record as r where r.space_id = p.space_id and r.post_id = p.id) as r), '[]') as records) as r)`;

/** The page of the social posts of a Space, newest first. */
export function listSocialPosts(
  space: string,
  {
    limit,
    cursor,
    include_total,
    state,
  }: { limit: number; cursor?: string | undefined; include_total: boolean; state?: SocialPostState | undefined },
): PageQuery {
  const matching = sql.fragment`p.space_id = ${space} ${state === undefined ? sql.fragment`` : sql.fragment`and p.state = ${state}`}`;
  const behind = cursor ? sql.fragment`and p.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(p.id)::text as key, ${postJson}::text as item
      from publishing.social_post as p where ${matching} ${behind} order by p.id desc limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from publishing.social_post as p where ${matching}` : undefined,
  };
}

/** A social post with its version. */
export interface StoredSocialPost {
  readonly json: string;
  readonly post: SocialPost;
  readonly version: number;
}

/** One social post of a Space, or null; `lock` keeps others from changing it until the transaction ends. */
export async function findSocialPost(
  database: CommonQueryMethods,
  space: string,
  id: string,
  lock = false,
): Promise<StoredSocialPost | null> {
  // The lock first, in a statement of its own: what is read after it shows what others committed while we waited.
  if (lock)
    await database.query(sql.typeAlias('void')`select from publishing.social_post where space_id = ${space} and id = ${id} for update`);
  const row = await database.maybeOne(sql.type(z.object({ json: z.string(), version: z.number() }))`
    select ${postJson}::text as json, p.version from publishing.social_post as p where p.space_id = ${space} and p.id = ${id}`);
  return row && { ...row, post: JSON.parse(row.json) as SocialPost };
}

/** Inserts a draft. */
export const insertDraft = (tx: CommonQueryMethods, space: string, id: string, content: DraftContent, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.social_post (space_id, id, text, media, account_ids, language, content_warning, state, created_at, updated_at)
    values (${space}, ${id}, ${content.text}, ${JSON.stringify(content.media)}::jsonb, ${sql.array([...content.account_ids], 'text')},
      ${content.language}, ${content.content_warning}, 'draft', ${now}::timestamptz, ${now}::timestamptz)`);

/** Replaces what a draft says; what failed before is a draft again, and its records are forgotten. */
export async function replaceContent(tx: CommonQueryMethods, space: string, id: string, content: DraftContent, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from publishing.social_record where space_id = ${space} and post_id = ${id}`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post
    set text = ${content.text}, media = ${JSON.stringify(content.media)}::jsonb, account_ids = ${sql.array([...content.account_ids], 'text')},
      language = ${content.language}, content_warning = ${content.content_warning}, state = 'draft', scheduled_at = null, planner_id = null,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

/**
 * Takes a scheduled post back. Where it was never tried it goes nowhere, and where it failed before it has failed as before,
 * with its key and its doubt; a post that is left without records is a draft again.
 */
export async function unschedule(tx: CommonQueryMethods, space: string, id: string, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from publishing.social_record where space_id = ${space} and post_id = ${id} and state = 'scheduled' and not tried`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_record set state = 'failed', next_attempt_at = null
    where space_id = ${space} and post_id = ${id} and state = 'scheduled'`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post as p
    set state = case when r.account_ids is null then 'draft' else 'failed' end, account_ids = coalesce(r.account_ids, p.account_ids),
      scheduled_at = null, planner_id = null, version = version + 1, updated_at = ${now}::timestamptz
    from (${accountsOf(space, id)}) as r
    where p.space_id = ${space} and p.id = ${id}`);
}

/** The accounts that have a record of a post, in an array; null when none has. */
const accountsOf = (space: string, id: string) => sql.fragment`
  select array_agg(account_id order by account_id) as account_ids from publishing.social_record
  where space_id = ${space} and post_id = ${id}`;

/** Deletes a social post that is there. */
export const deleteSocialPost = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from publishing.social_post where space_id = ${space} and id = ${id}`);

/** How a post goes out. */
interface Dispatch {
  readonly state: 'scheduled' | 'publishing';
  readonly scheduled_at: string | null;
  readonly planner_id: string | null;
  readonly at: string;
  readonly by: string;
  readonly accounts: readonly { readonly id: string; readonly handle: string; readonly platform: string; readonly key: string }[];
}

/**
 * Sends a post on its way: a record for each account that has not got it, due at `at`. One that failed keeps its key, and
 * since when it is in doubt: a network that may have the post is never handed it as another one. Until a later time has come
 * it keeps its error, too, for it may be taken back.
 */
export async function enqueueRecords(tx: CommonQueryMethods, space: string, id: string, outgoing: Dispatch, now: string): Promise<void> {
  const { accounts } = outgoing;
  const column = (name: 'id' | 'handle' | 'platform' | 'key') =>
    sql.array(
      accounts.map((account) => account[name]),
      'text',
    );
  await tx.query(sql.typeAlias('void')`
    insert into publishing.social_record as r (space_id, post_id, account_id, handle, platform, network_key, state, next_attempt_at)
    select ${space}, ${id}, a.id, a.handle, a.platform, a.key, ${outgoing.state}, ${outgoing.at}::timestamptz
    from unnest(${column('id')}, ${column('handle')}, ${column('platform')}, ${column('key')}) as a (id, handle, platform, key)
    on conflict (space_id, post_id, account_id) do update set
      state = excluded.state, next_attempt_at = excluded.next_attempt_at,
      attempts = case when excluded.state = 'scheduled' then r.attempts else 0 end,
      error = case when excluded.state = 'scheduled' then r.error end,
      error_message = case when excluded.state = 'scheduled' then r.error_message end
    where r.state = 'failed'`);
  await tx.query(sql.typeAlias('void')`
    update publishing.social_post
    set state = ${outgoing.state}, scheduled_at = ${outgoing.scheduled_at}::timestamptz, planner_id = ${outgoing.planner_id},
      published_by = ${outgoing.by}::jsonb,
      account_ids = (${accountsOf(space, id)}), version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}
