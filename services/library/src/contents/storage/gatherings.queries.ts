import { Actor } from '@space/contracts/core';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContentTables } from '../kinds/content-tables-sql.ts';

const Gathering = z.object({
  space_id: z.string(),
  id: z.string(),
  from_version: z.number(),
  editors: z.array(Actor),
  due_at: z.string(),
});

/** Changes of a content that wait for one event. */
export type Gathering = z.infer<typeof Gathering>;

const gatheringColumns = ({ thing_id }: ContentTables) =>
  sql.fragment`g.space_id, g.${thing_id} as id, g.from_version, g.editors, ${wireTime(sql.fragment`g.due_at`)} as due_at`;

/** Changes to gather: those up to the present version, from `version` on. */
export interface Gathered {
  readonly space: string;
  readonly id: string;
  readonly version: number;
  readonly actors: readonly Actor[];
}

/** Notes that changes wait for their event, and when that is due: after a pause, at the latest some minutes after the first. */
export const gatherChanges = (
  tx: CommonQueryMethods,
  { gathering, thing_id }: ContentTables,
  { space, id, version, actors }: Gathered,
  now: string,
  delays: { readonly quiet_ms: number; readonly most_ms: number },
) =>
  tx.query(sql.typeAlias('void')`
    insert into ${gathering} as g (space_id, ${thing_id}, from_version, editors, created_at, due_at)
    values (${space}, ${id}, ${version - 1}, ${JSON.stringify(actors)}::jsonb, ${now}::timestamptz,
      ${now}::timestamptz + ${delays.quiet_ms} * interval '1 millisecond')
    on conflict (space_id, ${thing_id}) do update set
      editors = g.editors || coalesce((
        select jsonb_agg(e.editor) from jsonb_array_elements(excluded.editors) as e (editor)
        where not g.editors @> jsonb_build_array(e.editor)), '[]'),
      due_at = least(excluded.due_at, g.created_at + ${delays.most_ms} * interval '1 millisecond')`);

/** Returns gathered changes whose event is due, without those of some things. */
export const findDueGatherings = (
  database: CommonQueryMethods,
  tables: ContentTables,
  now: string,
  without: readonly string[],
  limit: number,
) =>
  database.any(sql.type(Gathering)`
    select ${gatheringColumns(tables)} from ${tables.gathering} as g
    where g.due_at <= ${now}::timestamptz and g.${tables.thing_id} <> all(${sql.array([...without], 'text')})
    order by g.due_at limit ${limit}`);

/** Returns the gathered changes of a content; null for none. The row of the thing must be locked. */
export const findGathering = (tx: CommonQueryMethods, tables: ContentTables, space: string, id: string) =>
  tx.maybeOne(sql.type(Gathering)`
    select ${gatheringColumns(tables)} from ${tables.gathering} as g where g.space_id = ${space} and g.${tables.thing_id} = ${id}`);

/** Ends the gathering of changes. */
export const endGathering = (tx: CommonQueryMethods, { gathering, thing_id }: ContentTables, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from ${gathering} where space_id = ${space} and ${thing_id} = ${id}`);

/** Gathers the changes after a version on, since those up to it are announced. */
export const continueGathering = (
  tx: CommonQueryMethods,
  { gathering, thing_id }: ContentTables,
  { space_id, id, editors }: Pick<Gathering, 'space_id' | 'id' | 'editors'>,
  next: { readonly from_version: number; readonly now: string; readonly due_at: string },
) =>
  tx.query(sql.typeAlias('void')`
    update ${gathering} set from_version = ${next.from_version}, created_at = ${next.now}::timestamptz,
      due_at = ${next.due_at}::timestamptz, editors = ${JSON.stringify(editors)}::jsonb
    where space_id = ${space_id} and ${thing_id} = ${id}`);
