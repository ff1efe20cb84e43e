import type { DocumentShareLink } from '@space/contracts/documents';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const JsonRow = z.object({ json: z.string() });

/** A share link as Postgres shows it in JSON: its token is sealed, in base64. */
export interface ShareLinkRow extends Omit<DocumentShareLink, 'url'> {
  readonly sealed_token: string;
}

/** The JSON of a share link `l`: a `ShareLinkRow`. */
const linkJson = sql.fragment`(select row_to_json(r) from (select
  l.id, ${wireTime(sql.fragment`l.created_at`)} as created_at, ${wireTime(sql.fragment`l.updated_at`)} as updated_at, l.document_id, l.name,
  l.password_hash is not null as has_password, ${wireTime(sql.fragment`l.expires_at`)} as expires_at, l.opened_count,
  ${wireTime(sql.fragment`l.last_opened_at`)} as last_opened_at, encode(l.sealed_token, 'base64') as sealed_token
) as r)`;

const parse = (row: { readonly json: string } | null): ShareLinkRow | null => row && (JSON.parse(row.json) as ShareLinkRow);

/** Builds a page of the share links of a document. Items are rows. */
export const listShareLinks = (space: string, { id, sort, ...page }: PageInput & { readonly id: string; readonly sort: string }) =>
  listQuery(page, {
    from: sql.fragment`library.document_share_link as l`,
    alias: 'l',
    where: sql.fragment`l.space_id = ${space} and l.document_id = ${id}`,
    item: linkJson,
    ...orderOf(sort, 'l', { name: { column: sql.fragment`coalesce(lower(l.name), '')`, type: 'text' } }),
  });

/** Returns a share link, also an expired one; null without one. */
export const findShareLink = async (database: CommonQueryMethods, space: string, document: string, id: string) =>
  parse(
    await database.maybeOne(sql.type(JsonRow)`
      select ${linkJson}::text as json from library.document_share_link as l
      where l.space_id = ${space} and l.document_id = ${document} and l.id = ${id}`),
  );

/** Returns a share link, locked until the transaction ends; null without one. */
export async function lockShareLink(tx: CommonQueryMethods, space: string, document: string, id: string): Promise<ShareLinkRow | null> {
  await tx.any(sql.type(z.object({ id: z.string() }))`
    select id from library.document_share_link where space_id = ${space} and document_id = ${document} and id = ${id} for update`);
  return findShareLink(tx, space, document, id);
}

/** Counts the share links of a document, including expired ones. */
export const countShareLinks = (database: CommonQueryMethods, space: string, document: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from library.document_share_link where space_id = ${space} and document_id = ${document}`);

/** Fields of a new share link. */
interface NewShareLink {
  readonly space_id: string;
  readonly id: string;
  readonly document_id: string;
  readonly name: string | null;
  readonly token_hash: Buffer;
  readonly sealed_token: Buffer;
  readonly password_hash: string | null;
  readonly expires_at: string | null;
}

/** Inserts a share link. */
export const insertShareLink = (tx: CommonQueryMethods, link: NewShareLink, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_share_link
      (space_id, id, document_id, name, token_hash, sealed_token, password_hash, expires_at, created_at, updated_at)
    values (${link.space_id}, ${link.id}, ${link.document_id}, ${link.name}, ${sql.binary(link.token_hash)}, ${sql.binary(link.sealed_token)},
      ${link.password_hash}, ${link.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** Stores the name and the expiry of a share link, and with `password` its hash, or null for none. */
export const updateShareLink = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  link: {
    readonly name: string | null;
    readonly expires_at: string | null;
    readonly password?: { readonly hash: string | null } | undefined;
  },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.document_share_link set name = ${link.name}, expires_at = ${link.expires_at}::timestamptz,
      password_hash = ${link.password ? sql.fragment`${link.password.hash}` : sql.fragment`password_hash`}, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Deletes a share link. */
export const deleteShareLink = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from library.document_share_link where space_id = ${space} and id = ${id}`);

const OpenLink = z.object({ id: z.string(), space_id: z.string(), document_id: z.string(), password_hash: z.string().nullable() });

/** A share link that opens. */
export type OpenLink = z.infer<typeof OpenLink>;

/** Returns the share link of a token; null if the token is unknown, revoked or expired, and while its document is in the trash. */
export const findOpenLink = (database: CommonQueryMethods, tokenHash: Buffer, now: string) =>
  database.maybeOne(sql.type(OpenLink)`
    select l.id, l.space_id, l.document_id, l.password_hash from library.document_share_link as l
    join library.document as d on d.space_id = l.space_id and d.id = l.document_id and d.trashed_at is null
    where l.token_hash = ${sql.binary(tokenHash)} and (l.expires_at is null or l.expires_at > ${now}::timestamptz)`);

/** Returns the Space of a stored share link, which may have expired, or null. */
export const findLinkSpace = (database: CommonQueryMethods, tokenHash: Buffer) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string() }))`
    select space_id from library.document_share_link where token_hash = ${sql.binary(tokenHash)}`);

/** Increments the visit count of a link. */
export const recordOpening = (database: CommonQueryMethods, { space_id, id }: Pick<OpenLink, 'space_id' | 'id'>, now: string) =>
  database.query(sql.typeAlias('void')`
    update library.document_share_link set opened_count = opened_count + 1, last_opened_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${id}`);
