import { listQuery, orderOf, type PageInput, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isPublicUse } from '../rows/public-use-sql.ts';

/** A thing that can show assets. */
export interface UsingThing {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The path below /v1 that reads it. */
  readonly path: string;
  /** The thing that contains it; empty for none. */
  readonly container_id?: string | undefined;
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

const useJson = sql.fragment`(select row_to_json(r) from (select u.kind, u.thing_id as id, u.name, u.place, ${isPublicUse} as is_public, u.path,
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

const ThingKey = z.object({ kind: z.string(), thing_id: z.string(), container_id: z.string() });

const Use = z.object({ asset_id: z.string(), place: z.string(), is_public: z.boolean() });

/** Returns the uses of a thing, by asset and place. */
const findUsesOf = (database: CommonQueryMethods, space: string, kind: string, id: string) =>
  database.any(sql.type(Use)`
    select asset_id, place, is_public from library.asset_use where space_id = ${space} and kind = ${kind} and thing_id = ${id}
    order by asset_id, place`);

/** Returns the things of these kinds that show assets, all or those in a container. */
export const findShowingThings = (database: CommonQueryMethods, space: string, kinds: readonly string[], container: string) =>
  database.any(sql.type(ThingKey)`
    select distinct kind, thing_id, container_id from library.asset_use
    where space_id = ${space} and kind = any(${sql.array([...kinds], 'text')})
      and (${container} = '' or container_id = ${container})`);

/** Returns those of some things that show other assets than they are said to show, apart from assets that do not exist. */
export async function findDifferent(
  database: CommonQueryMethods,
  space: string,
  things: readonly { readonly kind: string; readonly thing_id: string; readonly places: readonly ShownAsset[] }[],
) {
  const given = unnestRows(
    things.flatMap(({ kind, thing_id, places }) => places.map((place) => ({ kind, thing_id, ...place }))),
    { kind: 'text', thing_id: 'text', asset_id: 'text', place: 'text', is_public: 'bool' },
    'n',
  );
  const named = unnestRows(
    things.map(({ kind, thing_id }) => ({ kind, thing_id })),
    { kind: 'text', thing_id: 'text' },
    't',
  );
  return database.any(sql.type(z.object({ kind: z.string(), thing_id: z.string() }))`
    with shown as (
      select n.kind, n.thing_id, n.asset_id, n.place, bool_or(n.is_public) as is_public
      from ${given} join library.asset as a on a.space_id = ${space} and a.id = n.asset_id group by 1, 2, 3, 4
    ), stored as (
      select u.kind, u.thing_id, u.asset_id, u.place, u.is_public
      from ${named} join library.asset_use as u on u.space_id = ${space} and u.kind = t.kind and u.thing_id = t.thing_id
    )
    (select kind, thing_id from (select * from shown except select * from stored) as missing)
    union
    (select kind, thing_id from (select * from stored except select * from shown) as stale)`);
}

/** The changes by a replacement of uses. */
export interface ReplacedUses {
  /** Uses that are new, gone, or public to another degree. */
  readonly changes: number;
  /** Ids of the assets whose bytes visitors may now read, or no longer, because of this thing. */
  readonly public_changes: readonly string[];
}

/**
 * Changes the number of the rescan of a thing of this service, if one is due: an answer from before the transaction, which another process may
 * be reading, is not stored after it. It is the first lock of a replacement.
 */
const outdateRescan = (tx: CommonQueryMethods, space: string, kind: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    update library.asset_rescan set number = nextval('library.asset_rescan_number')
    where space_id = ${space} and service = 'library' and kind = ${kind} and thing_id = ${id}`);

/**
 * Replaces what a thing shows. An asset that does not exist any more is left out, and one in the trash is not: its use holds up its end. A
 * deletion of one of the assets for good waits, or is waited for.
 */
export async function replaceUses(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  { kind, id, name, path, container_id = '' }: UsingThing,
  shown: readonly ShownAsset[],
): Promise<ReplacedUses> {
  await outdateRescan(tx, space, kind, id);
  const before = await findUsesOf(tx, space, kind, id);
  if (before.length === 0 && shown.length === 0) return { changes: 0, public_changes: [] };
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
    insert into library.asset_use as u (space_id, asset_id, kind, thing_id, place, name, path, container_id, is_public, created_at)
    select ${space}, n.asset_id, ${kind}, ${id}, n.place, ${name}, ${path}, ${container_id}, bool_or(n.is_public), ${tx.now}::timestamptz
    from ${given} join library.asset as a on a.space_id = ${space} and a.id = n.asset_id group by n.asset_id, n.place
    on conflict (space_id, asset_id, kind, thing_id, place) do update
    set name = excluded.name, path = excluded.path, container_id = excluded.container_id, is_public = excluded.is_public`);
  return compareUses(before, await findUsesOf(tx, space, kind, id));
}

type Uses = readonly z.infer<typeof Use>[];

function compareUses(before: Uses, after: Uses): ReplacedUses {
  const texts = (uses: Uses) => new Set(uses.map((use) => JSON.stringify(use)));
  const publicOf = (uses: Uses) => new Set(uses.filter(({ is_public }) => is_public).map(({ asset_id }) => asset_id));
  return {
    changes: texts(before).symmetricDifference(texts(after)).size,
    public_changes: [...publicOf(before).symmetricDifference(publicOf(after))],
  };
}
