import { type SocialAccount, SocialPlatform } from '@space/contracts/publishing';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RemoteAccount } from '../social-networks/network.ts';

const accountJson = sql.fragment`(select row_to_json(r) from (select
  a.id, ${wireTime(sql.fragment`a.created_at`)} as created_at, ${wireTime(sql.fragment`a.updated_at`)} as updated_at,
  a.platform, a.server, a.handle, a.display_name, a.url, a.status, a.max_characters, a.max_media,
  ${wireTime(sql.fragment`a.last_published_at`)} as last_published_at) as r)`;

/** Lists the accounts of a Space. */
export const listAccounts = (space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.social_account as a`,
    alias: 'a',
    where: sql.fragment`a.space_id = ${space}`,
    item: accountJson,
    ...orderOf(sort, 'a', { handle: { column: sql.fragment`lower(a.handle)`, type: 'text' } }),
  });

/** Returns all accounts of a Space, oldest first; they cannot be disconnected until the transaction ends. */
export const lockAccounts = async (tx: CommonQueryMethods, space: string): Promise<SocialAccount[]> =>
  (
    await tx.anyFirst(sql.type(z.object({ json: z.string() }))`
      select ${accountJson}::text as json from publishing.social_account as a where a.space_id = ${space} order by a.id for key share`)
  ).map((json) => JSON.parse(json) as SocialAccount);

/** Makes other transactions that connect an account to the Space wait until this one ends. */
export const lockAccountConnections = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`social accounts of ${space}`}, 0))`);

/** Returns the id of an account of the network that is connected already, or null. */
export const findConnectedAccount = (
  tx: CommonQueryMethods,
  space: string,
  platform: SocialPlatform,
  { server, remote_id }: RemoteAccount,
) =>
  tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from publishing.social_account
    where space_id = ${space} and platform = ${platform} and server = ${server} and remote_id = ${remote_id}`);

/** Inserts a connected account, or replaces the secret and the profile of one that is connected already, and returns it. */
export const upsertAccount = async (
  tx: CommonQueryMethods,
  {
    space_id,
    id,
    platform,
    now,
    next_check_at,
  }: { space_id: string; id: string; platform: SocialPlatform; now: string; next_check_at: string },
  account: RemoteAccount,
  sealed: { readonly secret: Buffer; readonly session: Buffer | null },
): Promise<SocialAccount> =>
  JSON.parse(
    await tx.oneFirst(sql.type(z.object({ json: z.string() }))`
      insert into publishing.social_account as a (space_id, id, platform, server, remote_id, handle, display_name, url, status, max_characters,
        max_media, sealed_secret, sealed_session, connected_at, next_check_at, created_at, updated_at)
      values (${space_id}, ${id}, ${platform}, ${account.server}, ${account.remote_id}, ${account.handle}, ${account.display_name}, ${account.url},
        'connected', ${account.max_characters}, ${account.max_media}, ${sql.binary(sealed.secret)}, ${sealed.session && sql.binary(sealed.session)},
        ${now}::timestamptz, ${next_check_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
      on conflict (space_id, platform, server, remote_id) do update set
        handle = excluded.handle, display_name = excluded.display_name, url = excluded.url, status = 'connected',
        max_characters = excluded.max_characters, max_media = excluded.max_media, sealed_secret = excluded.sealed_secret,
        sealed_session = excluded.sealed_session, connected_at = excluded.connected_at, next_check_at = excluded.next_check_at, version = a.version + 1, updated_at = excluded.updated_at
      returning ${accountJson}::text as json`),
  ) as SocialAccount;

/** Returns the number of accounts of a Space. */
export const countAccounts = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from publishing.social_account where space_id = ${space}`);

const SealedAccountRow = z.object({
  platform: SocialPlatform,
  server: z.string(),
  remote_id: z.string(),
  handle: z.string(),
  status: z.string(),
  /** Base64. */
  secret: z.string(),
  /** Base64. */
  session: z.string().nullable(),
});

/** Returns an account with its sealed secret and session, or null when it was disconnected. */
export const findSealedAccount = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(SealedAccountRow)`
    select platform, server, remote_id, handle, status, encode(sealed_secret, 'base64') as secret, encode(sealed_session, 'base64') as session
    from publishing.social_account where space_id = ${space} and id = ${id}`);

/** Stores the sealed session of an account. */
export const saveSession = (database: CommonQueryMethods, space: string, id: string, session: Buffer) =>
  database.query(sql.typeAlias('void')`
    update publishing.social_account set sealed_session = ${sql.binary(session)} where space_id = ${space} and id = ${id}`);

/** Marks an account whose secret the network refuses; returns its handle and platform, or null when it was marked before. */
export const markAccountRefused = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.maybeOne(sql.type(z.object({ handle: z.string(), platform: SocialPlatform }))`
    update publishing.social_account set status = 'refused', version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id} and status <> 'refused' returning handle, platform`);

/** Deletes an account with its secret; returns its handle and platform, or null. */
export const deleteAccount = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(z.object({ handle: z.string(), platform: SocialPlatform }))`
    delete from publishing.social_account where space_id = ${space} and id = ${id} returning handle, platform`);
