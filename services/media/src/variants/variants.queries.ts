import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A variant of a picture in a Space. */
export interface VariantRef {
  readonly space_id: string;
  readonly sha256: string;
  /** The last part of the key of its object. */
  readonly name: string;
}

const VariantRow = z.object({
  name: z.string(),
  status: z.enum(['making', 'stored', 'failed']),
  content_type: z.string(),
  size: z.number().nullable(),
  etag: z.string().nullable(),
  is_stale: z.boolean(),
});

/** A variant as it is stored. */
export type VariantRow = z.infer<typeof VariantRow>;

/** Returns those of some variants that have a row; `is_stale` says that none read it since a time. */
export const findVariants = (database: CommonQueryMethods, { space_id, sha256 }: VariantRef, names: readonly string[], since: string) =>
  database.any(sql.type(VariantRow)`
    select name, status, content_type, size, etag, read_at < ${since}::timestamptz as is_stale from library.asset_variant
    where space_id = ${space_id} and sha256 = ${sha256} and name = any(${sql.array([...names], 'text')})`);

const isVariant = ({ space_id, sha256, name }: VariantRef) => sql.fragment`
  space_id = ${space_id} and sha256 = ${sha256} and name = ${name}`;

/** Notes that a variant was read. */
export const noteRead = (database: CommonQueryMethods, ref: VariantRef, now: string) =>
  database.query(sql.typeAlias('void')`update library.asset_variant set read_at = ${now}::timestamptz where ${isVariant(ref)}`);

/**
 * Claims the making of a variant until a time and returns the number of the attempt; null if another process makes it, it has ended, or its
 * picture is gone. A removal of the picture at the same time is waited for.
 */
export const claimVariant = (
  database: CommonQueryMethods,
  { space_id, sha256, name }: VariantRef,
  content_type: string,
  { now, until }: { readonly now: string; readonly until: string },
) =>
  database.maybeOneFirst(sql.type(z.object({ attempts: z.number() }))`
    insert into library.asset_variant as v (space_id, sha256, name, status, lease_ends_at, content_type, read_at, created_at)
    select o.space_id, o.sha256, ${name}, 'making', ${until}::timestamptz, ${content_type}, ${now}::timestamptz, ${now}::timestamptz
    from library.asset_object as o where o.space_id = ${space_id} and o.sha256 = ${sha256} and o.is_stored
    for key share of o
    on conflict (space_id, sha256, name) do update set lease_ends_at = excluded.lease_ends_at, attempts = v.attempts + 1
    where v.status = 'making' and v.lease_ends_at <= ${now}::timestamptz
    returning v.attempts`);

/** Notes that a variant is in the store. Returns false if its picture was removed meanwhile. */
export async function finishVariant(
  database: CommonQueryMethods,
  ref: VariantRef,
  { size, etag }: { readonly size: number; readonly etag: string },
): Promise<boolean> {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    update library.asset_variant set status = 'stored', size = ${size}, etag = ${etag}, lease_ends_at = null where ${isVariant(ref)}`);
  return rowCount > 0;
}

/** Notes that a variant cannot be made. */
export const failVariant = (database: CommonQueryMethods, ref: VariantRef) =>
  database.query(sql.typeAlias('void')`
    update library.asset_variant set status = 'failed', lease_ends_at = null where ${isVariant(ref)} and status = 'making'`);

/** Ends the claim of a variant, so that the next request makes it; `counts` says whether the attempt counts. */
export const releaseVariant = (database: CommonQueryMethods, ref: VariantRef, now: string, counts: boolean) =>
  database.query(sql.typeAlias('void')`
    update library.asset_variant set lease_ends_at = ${now}::timestamptz, attempts = attempts - ${counts ? 0 : 1}
    where ${isVariant(ref)} and status = 'making'`);

const Key = z.object({ space_id: z.string(), sha256: z.string(), name: z.string() });

/** Returns variants that were not read since a time. */
export const findUnreadVariants = (database: CommonQueryMethods, since: string, limit: number) =>
  database.any(sql.type(Key)`
    select space_id, sha256, name from library.asset_variant where read_at < ${since}::timestamptz order by read_at limit ${limit}`);

/** Locks a variant that was not read since a time; returns false if it was read or is gone. */
export const lockUnread = (tx: CommonQueryMethods, ref: VariantRef, since: string) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_variant where ${isVariant(ref)} and read_at < ${since}::timestamptz for update`);

/** Deletes the row of a variant. */
export const deleteVariant = (tx: CommonQueryMethods, ref: VariantRef) =>
  tx.query(sql.typeAlias('void')`delete from library.asset_variant where ${isVariant(ref)}`);

/** Returns those of some variants that have no row. */
export const findUnknownVariants = async (database: CommonQueryMethods, refs: readonly VariantRef[]): Promise<readonly VariantRef[]> =>
  database.any(sql.type(Key)`
    select n.space_id, n.sha256, n.name from ${unnestRows(
      refs.map(({ space_id, sha256, name }) => ({ space_id, sha256, name })),
      { space_id: 'text', sha256: 'text', name: 'text' },
      'n',
    )}
    where not exists (
      select from library.asset_variant as v where v.space_id = n.space_id and v.sha256 = n.sha256 and v.name = n.name)`);

/** Locks the bytes of a picture: until the transaction ends, library stores and removes none with this hash. */
export const lockPicture = (tx: CommonQueryMethods, { space_id, sha256 }: VariantRef) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('library.object ' || ${space_id} || ' ' || ${sha256}, 0)) is not null as locked`);

/** Returns true if the bytes of a picture have a row, without which it has no variants. */
export const hasPicture = (tx: CommonQueryMethods, { space_id, sha256 }: VariantRef) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_object where space_id = ${space_id} and sha256 = ${sha256}`);
