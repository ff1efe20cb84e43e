import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ClientRow = z.object({ id: z.string(), name: z.string(), redirect_uris: z.array(z.string()) });

/** A client to register. */
export interface NewClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

/** Returns a registered client, or null. */
export const findClient = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.prepared('gateway-oauth-client', ClientRow)`
    select id, name, redirect_uris from gateway.oauth_client where id = ${id}`);

/**
 * Stores a client, and returns how many rows it stored. Of `max` clients the oldest without a grant gives way; if all of them have
 * a grant, none is stored.
 */
export const insertClient = async (database: CommonQueryMethods, client: NewClientRow, now: string, max: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      with excess as (select count(*) - ${max}::bigint + 1 as clients from gateway.oauth_client),
      deleted as (
        delete from gateway.oauth_client where id in (
          select id from gateway.oauth_client where used_at is null
          order by created_at, id limit greatest((select clients from excess), 0) for update skip locked)
        returning id
      )
      insert into gateway.oauth_client (id, name, redirect_uris, created_at)
      select ${client.id}, ${client.name}, ${sql.array(client.redirect_uris, 'text')}, ${now}::timestamptz
      where (select clients from excess) <= (select count(*) from deleted)`)
  ).rowCount;

/** Stores the time at which a registered client last got tokens. */
export const markClientUsed = (tx: CommonQueryMethods, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`update gateway.oauth_client set used_at = ${now}::timestamptz where id = ${id}`);

/** Deletes up to `limit` clients that got no tokens since one of these times, and returns how many it deleted. */
export const deleteIdleClients = async (
  database: CommonQueryMethods,
  since: { readonly unused: string; readonly used: string },
  limit: number,
): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.oauth_client where id in (
        select id from gateway.oauth_client
        where coalesce(used_at, created_at) < ${since.unused}::timestamptz
          and (used_at is null or used_at < ${since.used}::timestamptz)
        limit ${limit})`)
  ).rowCount;
