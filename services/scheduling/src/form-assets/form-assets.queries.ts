import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const MovingFile = z.object({
  space_id: z.string(),
  id: z.string(),
  form_id: z.string(),
  form: z.string(),
  submission_id: z.string(),
  name: z.string(),
  content_base64: z.string(),
});

/** A file of a submission that is to become an asset. */
export type MovingFile = z.infer<typeof MovingFile>;

/** Claims due files until a time. A process that is killed leaves them to another one. */
export const claimMoves = (database: CommonQueryMethods, now: number, until: number, limit: number) =>
  database.any(sql.type(MovingFile)`
    update scheduling.form_file as f set move_at = ${isoTime(until)}::timestamptz
    from scheduling.form as o
    where (f.space_id, f.id) in (
        select space_id, id from scheduling.form_file
        where move_at <= ${isoTime(now)}::timestamptz and asset_id is null order by move_at limit ${limit} for update skip locked)
      and o.space_id = f.space_id and o.id = f.form_id
    returning f.space_id, f.id, f.form_id, o.name as form, f.submission_id, f.name, translate(encode(f.content, 'base64'), E'\n', '') as content_base64`);

/** Stores that the bytes of a file are those of an asset now; returns false if the file was deleted meanwhile. */
export const setMoved = async (database: CommonQueryMethods, space: string, id: string, asset_id: string): Promise<boolean> =>
  (await database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    update scheduling.form_file set asset_id = ${asset_id}, content = null where space_id = ${space} and id = ${id} returning id`)) !==
  null;

/** Queues one asset for removal. */
export const queueRemoval = (database: CommonQueryMethods, space: string, asset_id: string, now: number) =>
  database.query(sql.typeAlias('void')`
    insert into scheduling.form_asset_removal (space_id, asset_id, due_at) values (${space}, ${asset_id}, ${isoTime(now)}::timestamptz)
    on conflict do nothing`);

/** Claims due removals of one Space until a time. */
export const claimRemovals = (database: CommonQueryMethods, now: number, until: number, limit: number) =>
  database.any(sql.type(z.object({ space_id: z.string(), asset_id: z.string() }))`
    update scheduling.form_asset_removal set due_at = ${isoTime(until)}::timestamptz
    where (space_id, asset_id) in (
      select space_id, asset_id from scheduling.form_asset_removal
      where due_at <= ${isoTime(now)}::timestamptz and space_id = (
        select space_id from scheduling.form_asset_removal where due_at <= ${isoTime(now)}::timestamptz order by due_at limit 1)
      limit ${limit} for update skip locked)
    returning space_id, asset_id`);

/** Deletes removals that the library has made. */
export const endRemovals = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.query(sql.typeAlias('void')`
    delete from scheduling.form_asset_removal where space_id = ${space} and asset_id = any(${sql.array([...ids], 'text')})`);

const ShowingSubmission = z.object({ id: z.string(), form_id: z.string(), form: z.string(), files: z.array(z.string()) });

/** Returns the first submissions with files that are assets or become ones, in the order of their ids, after one of them. */
export const listShowingSubmissions = (
  database: CommonQueryMethods,
  space: string,
  { thing_id, after, limit }: { readonly thing_id: string | undefined; readonly after: string; readonly limit: number },
) =>
  database.any(sql.type(ShowingSubmission)`
    select f.submission_id as id, f.form_id, o.name as form, array_agg(f.id order by f.id) as files
    from scheduling.form_file as f join scheduling.form as o on o.space_id = f.space_id and o.id = f.form_id
    where f.space_id = ${space} and f.submission_id > ${after} and f.move_at is not null
      ${thing_id === undefined ? sql.fragment`` : sql.fragment`and f.submission_id = ${thing_id}`}
    group by f.submission_id, f.form_id, o.name order by f.submission_id limit ${limit}`);
