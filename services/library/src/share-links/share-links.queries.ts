import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { SharedKind, ShareLinkRow } from './shared-things.ts';

const JsonRow = z.object({ json: z.string() });

const tableOf = (kind: SharedKind) => sql.identifier(['library', `${kind}_share_link`]);
const thingOf = (kind: SharedKind) => sql.identifier([`${kind}_id`]);

/** The JSON of a share link `l`: a `ShareLinkRow`. */
const linkJson = (kind: SharedKind) => sql.fragment`(select row_to_json(r) from (select
  l.id, ${wireTime(sql.fragment`l.created_at`)} as created_at, ${wireTime(sql.fragment`l.updated_at`)} as updated_at, l.${thingOf(kind)}, l.name,
  l.password_hash is not null as has_password, ${wireTime(sql.fragment`l.expires_at`)} as expires_at, l.opened_count,
  ${wireTime(sql.fragment`l.last_opened_at`)} as last_opened_at, encode(l.sealed_token, 'base64') as sealed_token
) as r)`;

/** Builds a page of the share links of a thing. Items are rows. */
export const listShareLinks = (
  space: string,
  kind: SharedKind,
  { id, sort, ...page }: PageInput & { readonly id: string; readonly sort: string },
) =>
  listQuery(page, {
    from: sql.fragment`${tableOf(kind)} as l`,
    alias: 'l',
    where: sql.fragment`l.space_id = ${space} and l.${thingOf(kind)} = ${id}`,
    item: linkJson(kind),
    ...orderOf(sort, 'l', { name: { column: sql.fragment`coalesce(lower(l.name), '')`, type: 'text' } }),
  });

/** Returns a share link, also an expired one; null without one. */
export async function findShareLink<Kind extends SharedKind>(
  database: CommonQueryMethods,
  space: string,
  kind: Kind,
  thing: string,
  id: string,
): Promise<ShareLinkRow<Kind> | null> {
  const row = await database.maybeOne(sql.type(JsonRow)`
    select ${linkJson(kind)}::text as json from ${tableOf(kind)} as l
    where l.space_id = ${space} and l.${thingOf(kind)} = ${thing} and l.id = ${id}`);
  return row && (JSON.parse(row.json) as ShareLinkRow<Kind>);
}

/** Returns a share link, locked until the transaction ends; null without one. */
export async function lockShareLink<Kind extends SharedKind>(
  tx: CommonQueryMethods,
  space: string,
  kind: Kind,
  thing: string,
  id: string,
): Promise<ShareLinkRow<Kind> | null> {
  await tx.any(sql.type(z.object({ id: z.string() }))`
    select id from ${tableOf(kind)} where space_id = ${space} and ${thingOf(kind)} = ${thing} and id = ${id} for update`);
  return findShareLink(tx, space, kind, thing, id);
}

/** Counts the share links of a thing, including expired ones. */
export const countShareLinks = (database: CommonQueryMethods, space: string, kind: SharedKind, thing: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${tableOf(kind)} where space_id = ${space} and ${thingOf(kind)} = ${thing}`);

/** Fields of a new share link. */
interface NewShareLink {
  readonly space_id: string;
  readonly id: string;
  readonly thing_id: string;
  readonly name: string | null;
  readonly token_hash: Buffer;
  readonly sealed_token: Buffer;
  readonly password_hash: string | null;
  readonly expires_at: string | null;
}

/** Inserts a share link. */
export const insertShareLink = (tx: CommonQueryMethods, kind: SharedKind, link: NewShareLink, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into ${tableOf(kind)}
      (space_id, id, ${thingOf(kind)}, name, token_hash, sealed_token, password_hash, expires_at, created_at, updated_at)
    values (${link.space_id}, ${link.id}, ${link.thing_id}, ${link.name}, ${sql.binary(link.token_hash)}, ${sql.binary(link.sealed_token)},
      ${link.password_hash}, ${link.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** Stores the name and the expiry of a share link, and with `password` its hash, or null for none. */
export const updateShareLink = (
  tx: CommonQueryMethods,
  space: string,
  kind: SharedKind,
  id: string,
  link: {
    readonly name: string | null;
    readonly expires_at: string | null;
    readonly password?: { readonly hash: string | null } | undefined;
  },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set name = ${link.name}, expires_at = ${link.expires_at}::timestamptz,
      password_hash = ${link.password ? sql.fragment`${link.password.hash}` : sql.fragment`password_hash`}, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Deletes a share link. */
export const deleteShareLink = (tx: CommonQueryMethods, space: string, kind: SharedKind, id: string) =>
  tx.query(sql.typeAlias('void')`delete from ${tableOf(kind)} where space_id = ${space} and id = ${id}`);

const OpenLink = z.object({ id: z.string(), space_id: z.string(), thing_id: z.string(), password_hash: z.string().nullable() });

/** A share link that opens. */
export type OpenLink = z.infer<typeof OpenLink>;

/** Returns the share link of a token; null if the token is unknown, revoked or expired, and while its thing is in the trash. */
export const findOpenLink = (database: CommonQueryMethods, kind: SharedKind, tokenHash: Buffer, now: string) =>
  database.maybeOne(sql.type(OpenLink)`
    select l.id, l.space_id, l.${thingOf(kind)} as thing_id, l.password_hash from ${tableOf(kind)} as l
    join ${sql.identifier(['library', kind])} as t on t.space_id = l.space_id and t.id = l.${thingOf(kind)} and t.trashed_at is null
    where l.token_hash = ${sql.binary(tokenHash)} and (l.expires_at is null or l.expires_at > ${now}::timestamptz)`);

/** Returns the Space of a stored share link, which may have expired, or null. */
export const findLinkSpace = (database: CommonQueryMethods, kind: SharedKind, tokenHash: Buffer) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string() }))`
    select space_id from ${tableOf(kind)} where token_hash = ${sql.binary(tokenHash)}`);

/** Increments the visit count of a link. */
export const recordOpening = (
  database: CommonQueryMethods,
  kind: SharedKind,
  { space_id, id }: Pick<OpenLink, 'space_id' | 'id'>,
  now: string,
) =>
  database.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set opened_count = opened_count + 1, last_opened_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${id}`);
