import { viewTypes } from '@space/contracts/tables';
import { findExisting, listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A share link as selected. Its token is sealed, in base64. */
export const ShareLinkRow = z.object({
  id: z.string(),
  table_id: z.string(),
  view_id: z.string(),
  name: z.string().nullable(),
  sealed_token: z.string(),
  has_password: z.boolean(),
  /** Milliseconds since the epoch. */
  expires_at: z.number().nullable(),
  opened_count: z.number(),
  last_opened_at: z.number().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** A stored share link. */
export type ShareLinkRow = z.infer<typeof ShareLinkRow>;

const epoch = (column: string) =>
  sql.fragment`floor(extract(epoch from ${sql.identifier(['l', column])}) * 1000)::float8 as ${sql.identifier([column])}`;

const linkFields = sql.fragment`l.id, l.table_id, l.view_id, l.name, encode(l.sealed_token, 'base64') as sealed_token,
  l.password_hash is not null as has_password, ${epoch('expires_at')}, l.opened_count, ${epoch('last_opened_at')},
  ${epoch('created_at')}, ${epoch('updated_at')}`;

/** Builds a page of the share links of a table. Items are rows. */
export const listShareLinks = (space: string, { table_id, sort, ...page }: PageInput & { table_id: string; sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.share_link as l`,
    alias: 'l',
    where: sql.fragment`l.space_id = ${space} and l.table_id = ${table_id}`,
    item: sql.fragment`(select row_to_json(r) from (select ${linkFields}) as r)`,
    ...orderOf(sort, 'l', { name: { column: sql.fragment`coalesce(lower(l.name), '')`, type: 'text' } }),
  });

/** Returns a share link, also an expired one; throws `not_found`. */
export const findShareLink = (database: CommonQueryMethods, space: string, table: string, id: string): Promise<ShareLinkRow> =>
  findExisting(
    database,
    sql.type(ShareLinkRow)`
      select ${linkFields} from tables.share_link as l where l.space_id = ${space} and l.table_id = ${table} and l.id = ${id}`,
    { noun: 'share link', id },
  );

/** Counts the share links of a table, including expired ones. */
export const countShareLinks = (database: CommonQueryMethods, space: string, table: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.share_link where space_id = ${space} and table_id = ${table}`);

/** Fields of a new share link. */
export interface NewShareLink {
  readonly space_id: string;
  readonly id: string;
  readonly table_id: string;
  readonly view_id: string;
  readonly name: string | null;
  readonly token_hash: Buffer;
  readonly sealed_token: Buffer;
  readonly password_hash: string | null;
  /** ISO 8601. */
  readonly expires_at: string | null;
}

/** Inserts a share link and returns it. */
export const insertShareLink = (tx: CommonQueryMethods, link: NewShareLink, now: string) =>
  tx.one(sql.type(ShareLinkRow)`
    insert into tables.share_link as l
      (space_id, id, table_id, view_id, name, token_hash, sealed_token, password_hash, expires_at, created_at, updated_at)
    values (${link.space_id}, ${link.id}, ${link.table_id}, ${link.view_id}, ${link.name}, ${sql.binary(link.token_hash)},
            ${sql.binary(link.sealed_token)}, ${link.password_hash}, ${link.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
    returning ${linkFields}`);

const StoredLink = ShareLinkRow.extend({ password_hash: z.string().nullable() });

/** Returns a share link with the hash of its password, locked until the transaction ends, or null. */
export const lockShareLink = (tx: CommonQueryMethods, space: string, table: string, id: string) =>
  tx.maybeOne(sql.type(StoredLink)`
    select ${linkFields}, l.password_hash from tables.share_link as l
    where l.space_id = ${space} and l.table_id = ${table} and l.id = ${id} for update`);

/** Stores the fields of a share link and returns it. */
export const updateShareLink = (
  tx: CommonQueryMethods,
  space: string,
  link: Pick<NewShareLink, 'id' | 'view_id' | 'name' | 'password_hash' | 'expires_at'>,
  now: string,
) =>
  tx.one(sql.type(ShareLinkRow)`
    update tables.share_link as l set view_id = ${link.view_id}, name = ${link.name}, password_hash = ${link.password_hash},
      expires_at = ${link.expires_at}::timestamptz, updated_at = ${now}::timestamptz
    where l.space_id = ${space} and l.id = ${link.id}
    returning ${linkFields}`);

const Revoked = z.object({ view_id: z.string(), name: z.string().nullable(), view: z.string().nullable() });

/** Deletes a share link and returns it, or null if it does not exist. Its view may be deleted. */
export const deleteShareLink = (tx: CommonQueryMethods, space: string, table: string, id: string) =>
  tx.maybeOne(sql.type(Revoked)`
    delete from tables.share_link as l where l.space_id = ${space} and l.table_id = ${table} and l.id = ${id}
    returning l.view_id, l.name, (select v.name from tables.view as v where v.space_id = l.space_id and v.id = l.view_id) as view`);

const OpenLink = z.object({
  id: z.string(),
  space_id: z.string(),
  table_id: z.string(),
  password_hash: z.string().nullable(),
  view_name: z.string(),
  view_type: z.enum(viewTypes),
  view_config: z.record(z.string(), z.unknown()),
});

/** An active share link with its view. */
export type OpenLink = z.infer<typeof OpenLink>;

/**
 * Returns the share link of a token with its view. Null if the token is unknown, revoked or expired, if its view is
 * deleted or if its table is archived.
 */
export const findOpenLink = (database: CommonQueryMethods, tokenHash: Buffer, now: string) =>
  database.maybeOne(sql.type(OpenLink)`
    select l.id, l.space_id, l.table_id, l.password_hash, v.name as view_name, v.type as view_type, v.config as view_config
    from tables.share_link as l
    join tables.view as v on v.space_id = l.space_id and v.id = l.view_id and v.owner_id is null
    join tables.user_table as t on t.space_id = l.space_id and t.id = l.table_id
    where l.token_hash = ${sql.binary(tokenHash)} and (l.expires_at is null or l.expires_at > ${now}::timestamptz) and t.archived_at is null`);

/** Returns the Space of a stored share link, which may have expired and whose table may be archived, or null. */
export const findLinkSpace = (database: CommonQueryMethods, tokenHash: Buffer) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string() }))`
    select space_id from tables.share_link where token_hash = ${sql.binary(tokenHash)}`);

/** Returns the token hashes, in hexadecimal, whose links of a Space open, and whether they have a password. */
export const findOpenHashes = (database: CommonQueryMethods, space: string, hashes: readonly string[], now: string) =>
  database.any(sql.type(z.object({ hash: z.string(), has_password: z.boolean() }))`
    select encode(l.token_hash, 'hex') as hash, l.password_hash is not null as has_password
    from tables.share_link as l
    join tables.user_table as t on t.space_id = l.space_id and t.id = l.table_id
    where l.space_id = ${space} and l.token_hash in (select decode(given, 'hex') from unnest(${sql.array([...hashes], 'text')}) as given)
      and (l.expires_at is null or l.expires_at > ${now}::timestamptz) and t.archived_at is null`);

/** Returns the share links of a Space with these ids that open, with their sealed tokens in base64. */
export const findOpenTokens = (database: CommonQueryMethods, space: string, ids: readonly string[], now: string) =>
  database.any(sql.type(z.object({ id: z.string(), table_id: z.string(), sealed_token: z.string() }))`
    select l.id, l.table_id, encode(l.sealed_token, 'base64') as sealed_token
    from tables.share_link as l
    join tables.view as v on v.space_id = l.space_id and v.id = l.view_id and v.owner_id is null
    join tables.user_table as t on t.space_id = l.space_id and t.id = l.table_id
    where l.space_id = ${space} and l.id = any(${sql.array([...ids], 'text')})
      and (l.expires_at is null or l.expires_at > ${now}::timestamptz) and t.archived_at is null`);

/** Increments the visit count of a link. */
export const recordOpening = (database: CommonQueryMethods, { space_id, id }: Pick<OpenLink, 'space_id' | 'id'>, now: string) =>
  database.query(sql.typeAlias('void')`
    update tables.share_link set opened_count = opened_count + 1, last_opened_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${id}`);
