import { listQuery, orderOf, type PageInput, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A thing that can show assets. */
export interface UsingThing {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The path below /v1 that reads it. */
  readonly path: string;
}

/** An asset that a thing shows. */
export interface ShownAsset {
  readonly asset_id: string;
  /** The part of the thing; empty for the whole. */
  readonly place: string;
  readonly is_public: boolean;
}

/** A text that orders uses: times alone are not unique. */
const useKey = sql.fragment`u.kind || ' ' || u.thing_id || ' ' || u.place`;

const useJson = sql.fragment`(select row_to_json(r) from (select u.kind, u.thing_id as id, u.name, u.place, u.is_public, u.path,
  ${wireTime(sql.fragment`u.created_at`)} as created_at) as r)`;

/** The query of the uses of an asset. */
export const listUses = (space: string, asset_id: string, list: PageInput & { readonly sort: string }) =>
  listQuery(list, {
    from: sql.fragment`library.asset_use as u`,
    alias: 'u',
    where: sql.fragment`u.space_id = ${space} and u.asset_id = ${asset_id}`,
    item: useJson,
    direction: orderOf(list.sort, 'u', {}).direction,
    sortBy: [
      { column: sql.fragment`u.created_at`, type: 'timestamp' },
      { column: useKey, type: 'text' },
    ],
    order: list.sort,
  });

/** Returns the first uses of assets, with the name of the asset. */
export const findFirstUses = (database: CommonQueryMethods, space: string, ids: readonly string[], limit: number) =>
  database.any(sql.type(
    z.object({ asset_id: z.string(), kind: z.string(), id: z.string(), name: z.string(), place: z.string(), path: z.string() }),
  )`
    select u.asset_id, u.kind, u.thing_id as id, u.name, u.place, u.path from library.asset_use as u
    where u.space_id = ${space} and u.asset_id = any(${sql.array([...ids], 'text')}) order by u.asset_id, u.created_at, ${useKey} limit ${limit}`);

/**
 * Replaces what a thing shows. An asset that does not exist any more is left out, and one in the trash is not: its use holds up its end. A
 * deletion of one of the assets for good waits, or is waited for.
 */
export async function replaceUses(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  { kind, id, name, path }: UsingThing,
  shown: readonly ShownAsset[],
): Promise<void> {
  await tx.any(sql.type(z.object({ id: z.string() }))`
    select id from library.asset where space_id = ${space} and id = any(${sql.array(
      shown.map(({ asset_id }) => asset_id),
      'text',
    )})
    order by id for key share`);
  const given = unnestRows(
    shown.map(({ asset_id, place, is_public }) => ({ asset_id, place, is_public })),
    { asset_id: 'text', place: 'text', is_public: 'bool' },
    'n',
  );
  await tx.query(sql.typeAlias('void')`
    delete from library.asset_use as u where u.space_id = ${space} and u.kind = ${kind} and u.thing_id = ${id}
      and (u.asset_id, u.place) not in (select n.asset_id, n.place from ${given})`);
  await tx.query(sql.typeAlias('void')`
    insert into library.asset_use as u (space_id, asset_id, kind, thing_id, place, name, path, is_public, created_at)
    select ${space}, n.asset_id, ${kind}, ${id}, n.place, ${name}, ${path}, bool_or(n.is_public), ${tx.now}::timestamptz
    from ${given} join library.asset as a on a.space_id = ${space} and a.id = n.asset_id group by n.asset_id, n.place
    on conflict (space_id, asset_id, kind, thing_id, place) do update
    set name = excluded.name, path = excluded.path, is_public = excluded.is_public`);
}
