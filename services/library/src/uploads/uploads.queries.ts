import type { RejectionReason } from '@space/contracts/assets';
import type { Actor } from '@space/contracts/core';
import type { StoredUpload, UploadState } from '@space/contracts/uploads';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const RowJson = z.object({ json: z.string() });
const WireJson = z.object({ json: z.string() });

/** An upload as it is stored, as Postgres shows it in JSON. */
export interface UploadRow {
  readonly space_id: string;
  readonly id: string;
  readonly status: UploadState;
  readonly reason: RejectionReason | null;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  readonly content_type: string | null;
  readonly sha256: string | null;
  readonly strip_metadata: boolean;
  readonly found_sha256: string | null;
  readonly folder_id: string | null;
  readonly alt_text: string | null;
  readonly replaces: string | null;
  readonly asset_id: string | null;
  readonly stored: StoredUpload | null;
  readonly created_by: Actor;
  /** ISO 8601 UTC with milliseconds. */
  readonly expires_at: string;
}

const uploadJson = sql.fragment`(to_jsonb(u) || jsonb_build_object('expires_at', ${wireTime(sql.fragment`u.expires_at`)}))::text`;
const rowOf = (row: z.infer<typeof RowJson> | null): UploadRow | null => (row ? (JSON.parse(row.json) as UploadRow) : null);
const isOpen = sql.fragment`u.status in ('waiting', 'receiving')`;

/** Locks the creation of uploads of a Space until the transaction ends. */
export const lockUploads = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('library.uploads ' || ${space}, 0)) is not null as locked`);

/** Returns the number of uploads of a Space that have not ended, and the bytes that they may bring. */
export const countOpenUploads = (tx: CommonQueryMethods, space: string) =>
  tx.one(sql.type(z.object({ uploads: z.number(), bytes: z.number() }))`
    select count(*) as uploads, coalesce(sum(size), 0)::bigint as bytes from library.asset_upload where space_id = ${space} and status in ('waiting', 'receiving', 'checking')`);

/** Inserts an upload that waits for its first byte. */
export const insertUpload = (
  tx: CommonQueryMethods,
  upload: Pick<
    UploadRow,
    | 'space_id'
    | 'id'
    | 'name'
    | 'size'
    | 'content_type'
    | 'sha256'
    | 'strip_metadata'
    | 'folder_id'
    | 'alt_text'
    | 'replaces'
    | 'created_by'
    | 'expires_at'
  >,
  token_hash: string,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_upload (space_id, id, token_hash, status, name, size, content_type, sha256, strip_metadata, folder_id, alt_text,
      replaces, created_by, expires_at, created_at, updated_at)
    values (${upload.space_id}, ${upload.id}, ${token_hash}, 'waiting', ${upload.name}, ${upload.size}, ${upload.content_type}, ${upload.sha256},
      ${upload.strip_metadata}, ${upload.folder_id}, ${upload.alt_text}, ${upload.replaces}, ${JSON.stringify(upload.created_by)}::jsonb,
      ${upload.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** The status of an upload at a time: one whose time is over has expired, also before a task says so. */
const statusAt = (now: string) =>
  sql.fragment`case when ${isOpen} and u.expires_at <= ${now}::timestamptz then 'expired' else u.status end`;

const wireUpload = (
  now: string,
) => sql.fragment`(select row_to_json(r) from (select u.id, ${wireTime(sql.fragment`u.created_at`)} as created_at,
  ${wireTime(sql.fragment`u.updated_at`)} as updated_at, ${statusAt(now)} as status,
  u.reason, u.name, u.size, u.received as offset, u.content_type, u.replaces, u.asset_id,
  ${wireTime(sql.fragment`u.expires_at`)} as expires_at) as r)`;

/** The query of one upload, as the wire shows it at a time. */
export const uploadById = (space: string, id: string, now: string) => sql.type(WireJson)`
  select ${wireUpload(now)}::text as json from library.asset_upload as u where u.space_id = ${space} and u.id = ${id}`;

/** The query of a list of uploads, as the wire shows them at a time. */
export const listUploads = (
  space: string,
  now: string,
  { status, sort, ...list }: PageInput & { readonly status?: readonly UploadState[] | undefined; readonly sort: string },
) =>
  listQuery(list, {
    from: sql.fragment`library.asset_upload as u`,
    alias: 'u',
    where: sql.fragment`u.space_id = ${space}
      ${status ? sql.fragment`and ${statusAt(now)} = any(${sql.array([...status], 'text')})` : sql.fragment``}`,
    item: wireUpload(now),
    ...orderOf(sort, 'u', {}),
  });

/** Returns an upload, locked until the transaction ends; null without one. */
export const lockUpload = async (tx: CommonQueryMethods, space: string, id: string): Promise<UploadRow | null> =>
  rowOf(
    await tx.maybeOne(sql.type(RowJson)`
      select ${uploadJson} as json from library.asset_upload as u where u.space_id = ${space} and u.id = ${id} for update`),
  );

/** Returns the upload with a token, in any Space. */
export const findByToken = async (database: CommonQueryMethods, token_hash: string): Promise<UploadRow | null> =>
  rowOf(
    await database.maybeOne(sql.type(RowJson)`
      select ${uploadJson} as json from library.asset_upload as u where u.token_hash = ${token_hash}`),
  );

/** Gives a holder the lease of the open upload with a token, unless another one has it. Returns the upload, or null. */
export const takeLease = async (
  database: CommonQueryMethods,
  token_hash: string,
  { holder, until, now }: { readonly holder: string; readonly until: string; readonly now: string },
): Promise<UploadRow | null> =>
  rowOf(
    await database.maybeOne(sql.type(RowJson)`
      update library.asset_upload as u set holder = ${holder}, lease_ends_at = ${until}::timestamptz, is_wanted = false
      where u.token_hash = ${token_hash} and ${isOpen} and u.expires_at > ${now}::timestamptz
        and (u.holder is null or u.holder = ${holder} or u.lease_ends_at <= ${now}::timestamptz)
      returning ${uploadJson} as json`),
  );

/** Notes that another holder has asked for the lease of an upload. */
export const wantLease = (database: CommonQueryMethods, token_hash: string) =>
  database.query(sql.typeAlias('void')`update library.asset_upload set is_wanted = true where token_hash = ${token_hash}`);

/** Records what the holder of a lease has stored; returns null for a holder without the lease. */
export const recordBytes = (
  database: CommonQueryMethods,
  space: string,
  id: string,
  given: {
    readonly holder: string;
    readonly stored: StoredUpload | null;
    readonly offset: number | null;
    /** The end of the lease; null ends it now. */
    readonly until: string | null;
    readonly now: string;
  },
) =>
  database.maybeOne(sql.type(z.object({ is_wanted: z.boolean() }))`
    update library.asset_upload as u set
      stored = coalesce(${given.stored === null ? null : JSON.stringify(given.stored)}::jsonb, u.stored),
      status = case when ${given.stored !== null} or u.stored is not null then 'receiving' else u.status end,
      received = coalesce(${given.offset}::bigint, u.received),
      holder = case when ${given.until === null} then null else u.holder end,
      lease_ends_at = ${given.until}::timestamptz,
      updated_at = ${given.now}::timestamptz
    where u.space_id = ${space} and u.id = ${id} and ${isOpen} and u.holder = ${given.holder} and u.lease_ends_at > ${given.now}::timestamptz
    returning u.is_wanted`);

/** Returns true if a holder has the lease of an upload. */
export const hasLease = (tx: CommonQueryMethods, space: string, id: string, holder: string, now: string) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_upload as u
    where u.space_id = ${space} and u.id = ${id} and u.holder = ${holder} and u.lease_ends_at > ${now}::timestamptz`);

/** Notes that all bytes of an upload are there. */
export const beginCheck = (tx: CommonQueryMethods, space: string, id: string, sha256: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.asset_upload set status = 'checking', received = size, found_sha256 = ${sha256}, holder = null, lease_ends_at = null,
      check_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Ends an upload. Its bytes that are left in the object store are removed later. */
export const endUpload = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  end: { readonly status: 'ready' | 'rejected' | 'cancelled'; readonly reason?: RejectionReason; readonly asset_id?: string },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.asset_upload set status = ${end.status}, reason = ${end.reason ?? null}, asset_id = ${end.asset_id ?? null}, holder = null,
      lease_ends_at = null, check_at = null, has_remains = stored is not null, ended_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Claims uploads that are to be checked until a time. */
export async function claimChecks(database: CommonQueryMethods, now: string, until: string, limit: number): Promise<UploadRow[]> {
  const rows = await database.any(sql.type(RowJson)`
    update library.asset_upload as u set check_at = ${until}::timestamptz
    where (u.space_id, u.id) in (
      select c.space_id, c.id from library.asset_upload as c where c.status = 'checking' and c.check_at <= ${now}::timestamptz
      order by c.check_at limit ${limit} for update skip locked)
    returning ${uploadJson} as json`);
  return rows.map(({ json }) => JSON.parse(json) as UploadRow);
}

/** Lets the check of an upload begin again after a delay: as long as it has been checked so far, between two numbers of milliseconds. */
export const postponeCheck = (
  database: CommonQueryMethods,
  { space_id, id }: Pick<UploadRow, 'space_id' | 'id'>,
  now: string,
  { least, most }: { readonly least: number; readonly most: number },
) =>
  database.query(sql.typeAlias('void')`
    update library.asset_upload set check_at = ${now}::timestamptz
      + greatest(${least} * interval '1 millisecond', least(${most} * interval '1 millisecond', ${now}::timestamptz - updated_at))
    where space_id = ${space_id} and id = ${id} and status = 'checking'`);

/** Stores the hash of the bytes of an upload, before they leave its key. */
export const saveHash = (database: CommonQueryMethods, space: string, id: string, sha256: string) =>
  database.query(sql.typeAlias('void')`
    update library.asset_upload set found_sha256 = ${sha256} where space_id = ${space} and id = ${id}`);

/** Ends uploads whose time is over; returns their number. */
export async function expireUploads(database: CommonQueryMethods, now: string, limit: number): Promise<number> {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    update library.asset_upload as u set status = 'expired', has_remains = u.stored is not null, holder = null, lease_ends_at = null,
      ended_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where (u.space_id, u.id) in (
      select e.space_id, e.id from library.asset_upload as e where e.status in ('waiting', 'receiving') and e.expires_at <= ${now}::timestamptz
      limit ${limit} for update skip locked)`);
  return rowCount;
}

/** Deletes uploads that ended before a time and have no remains; returns their number. */
export async function deleteEndedUploads(database: CommonQueryMethods, before: string, limit: number): Promise<number> {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    delete from library.asset_upload as u where (u.space_id, u.id) in (
      select e.space_id, e.id from library.asset_upload as e where e.ended_at < ${before}::timestamptz and not e.has_remains
      limit ${limit} for update skip locked)`);
  return rowCount;
}

const Remains = z.object({ space_id: z.string(), id: z.string(), stored: z.string().nullable() });

/** Returns ended uploads whose bytes must be removed. */
export const findRemains = (database: CommonQueryMethods, limit: number) =>
  database.any(sql.type(Remains)`
    select space_id, id, stored::text as stored from library.asset_upload where has_remains order by ended_at limit ${limit}`);

/** Notes that the bytes of an ended upload were removed. */
export const forgetRemains = (database: CommonQueryMethods, space: string, id: string) =>
  database.query(sql.typeAlias('void')`
    update library.asset_upload set has_remains = false where space_id = ${space} and id = ${id}`);

/** Returns those of some uploads, in any Space, that may still get bytes or be checked. */
export const findOpenUploads = (database: CommonQueryMethods, ids: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from library.asset_upload where id = any(${sql.array([...ids], 'text')}) and status in ('waiting', 'receiving', 'checking')`);

/** Returns uploads of a Space with bytes in the object store. */
export const findStoredUploads = (database: CommonQueryMethods, space: string, limit: number) =>
  database.any(sql.type(Remains)`
    select space_id, id, stored::text as stored from library.asset_upload where space_id = ${space} and stored is not null limit ${limit}`);

/** Deletes uploads of a Space. */
export const deleteUploads = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.query(sql.typeAlias('void')`
    delete from library.asset_upload where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Returns true if some holder has the lease of an upload. */
export const isLeased = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_upload as u
    where u.space_id = ${space} and u.id = ${id} and u.holder is not null and u.lease_ends_at > ${now}::timestamptz`);
