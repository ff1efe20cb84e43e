import { Actor } from '@space/contracts/core';
import { MAX_LIVE_PART_BYTES } from '@space/contracts/live';
import { sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContentTables } from '../contents/kinds/content-tables-sql.ts';

const bytes = z.instanceof(Uint8Array);

/** Notes the use of a ticket. It returns false for one that was used before. */
export const useTicket = async (database: CommonQueryMethods, space: string, id: string, expires_at: string): Promise<boolean> =>
  (
    await database.query(sql.typeAlias('void')`
      insert into library.live_ticket (space_id, id, expires_at) values (${space}, ${id}, ${expires_at}::timestamptz)
      on conflict do nothing`)
  ).rowCount > 0;

/** Deletes used tickets that expired before a time; returns their number. */
export const deleteExpiredTickets = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from library.live_ticket where (space_id, id) in (
        select space_id, id from library.live_ticket where expires_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** A change of an editor. */
export interface EditorUpdate {
  readonly update: Uint8Array;
  readonly actor: Actor;
}

/** Inserts changes of a content, of which the first has the version after `version`, in one statement. */
export const insertUpdates = (
  tx: CommonQueryMethods,
  { update: table, thing_id }: ContentTables,
  { space, id, version }: { readonly space: string; readonly id: string; readonly version: number },
  updates: readonly EditorUpdate[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into ${table} (space_id, ${thing_id}, version, update, actor, created_at)
    select ${space}, ${id}, n.version, decode(n.update, 'base64'), n.actor::jsonb, ${now}::timestamptz
    from ${unnestRows(
      updates.map(({ update, actor }, index) => ({
        version: version + index + 1,
        update: Buffer.from(update).toString('base64'),
        actor: JSON.stringify(actor),
      })),
      { version: 'int4', update: 'text', actor: 'text' },
      'n',
    )}`);

const ListedUpdate = z.object({ version: z.number(), update: bytes, actor: Actor, created_at: z.string() });

/** Returns the changes of a content after a version, in their order: at most `limit`, and no more bytes than a message carries, but the first. */
export const listUpdates = (
  database: CommonQueryMethods,
  { update: table, thing_id }: ContentTables,
  space: string,
  id: string,
  after: number,
  limit: number,
) =>
  database.any(sql.type(ListedUpdate)`
    select version, update, actor, ${wireTime(sql.fragment`created_at`)} as created_at from (
      select *, sum(length(update)) over (order by version) as total, row_number() over (order by version) as place
      from (
        select version, update, actor, created_at from ${table}
        where space_id = ${space} and ${thing_id} = ${id} and version > ${after} order by version limit ${limit}
      ) as first
    ) as u where u.place = 1 or u.total <= ${MAX_LIVE_PART_BYTES} order by u.version`);

/** Returns the versions of contents that are not in the trash, by id. */
export async function findVersions(
  database: CommonQueryMethods,
  { thing }: ContentTables,
  contents: readonly { readonly space_id: string; readonly content_id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (contents.length === 0) return new Map();
  const rows = await database.any(sql.type(z.object({ id: z.string(), version: z.number() }))`
    select d.id, d.content_version as version
    from ${unnestRows(contents, { space_id: 'text', content_id: 'text' }, 'asked')}
    join ${thing} as d on d.space_id = asked.space_id and d.id = asked.content_id
    where d.trashed_at is null`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
