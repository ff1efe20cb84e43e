import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { hasThings } from '../things/things-sql.ts';

const Id = z.object({ id: z.string() });

/** Deletes assets for good, with their versions and uses. Their objects are released after it. */
export const deleteAssetRows = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`delete from library.asset where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Returns assets that have been in the trash since before a time and that nothing uses, locked; it skips those that others have locked. */
export const findExpiredAssets = (tx: CommonQueryMethods, before: string, limit: number) =>
  tx.any(sql.type(Id.extend({ space_id: z.string() }))`
    select a.space_id, a.id from library.asset as a
    where a.trashed_at < ${before}::timestamptz
      and not exists (select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id)
    order by a.trashed_at limit ${limit} for update skip locked`);

/** Deletes folders for good that have been in the trash since before a time and contain nothing; returns their number. */
export const deleteExpiredFolders = (database: CommonQueryMethods, before: string, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from library.folder as f where (f.space_id, f.id) in (
        select e.space_id, e.id from library.folder as e
        where e.trashed_at < ${before}::timestamptz
          and not ${hasThings(sql.fragment`e`)}
          and not exists (select from library.folder as c where c.space_id = e.space_id and c.parent_id = e.id)
        limit ${limit} for update skip locked)
      returning f.id
    )
    select count(*) as count from gone`);
