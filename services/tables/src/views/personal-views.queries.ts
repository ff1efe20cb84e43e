import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Schema } from '../schema/schema.ts';

/** Counts the share links of a view, including expired ones. */
export const countShareLinksOf = (tx: CommonQueryMethods, space: string, view: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.share_link where space_id = ${space} and view_id = ${view}`);

/** Returns the bytes of the settings of the personal views that a member has of a table. */
export const findPersonalBytes = (tx: CommonQueryMethods, { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>, owner: string) =>
  tx.oneFirst(sql.type(z.object({ bytes: z.int() }))`
    select coalesce(sum(octet_length(config::text)), 0)::int as bytes from tables.view
    where space_id = ${space_id} and table_id = ${table_id} and owner_id = ${owner}`);

/** A member who has personal views. */
const Owner = z.object({ space_id: z.string(), owner_id: z.string() });

/** A member who has personal views. */
export type Owner = z.infer<typeof Owner>;

/** Returns the owners of personal views after one, by Space and id, at most `limit`. */
export const findOwners = (database: CommonQueryMethods, after: Owner, limit: number) =>
  database.any(sql.type(Owner)`
    select distinct space_id, owner_id from tables.view
    where owner_id is not null and (space_id, owner_id) > (${after.space_id}, ${after.owner_id})
    order by space_id, owner_id limit ${limit}`);

/** Deletes the personal views of owners in a Space. */
export const deleteViewsOf = (database: CommonQueryMethods, space: string, owners: readonly string[]) =>
  database.query(sql.typeAlias('void')`
    delete from tables.view where space_id = ${space} and owner_id = any(${sql.array([...owners], 'text')})`);
