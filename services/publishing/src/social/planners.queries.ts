import { decodeCursor, isoTime, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Slot } from './planner-times.ts';

/** What a caller may change of a planner. */
export interface PlannerFields {
  readonly name: string;
  readonly timezone: string;
  readonly slots: readonly Slot[];
  readonly account_ids: readonly string[];
}

/** A planner as it is kept, and when its posts go out. */
export interface StoredPlanner extends PlannerFields {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  /** ISO 8601. */
  readonly taken: readonly string[];
}

const plannerJson = sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.name, p.timezone, p.slots, p.account_ids, p.version,
  array(select ${wireTime(sql.fragment`s.scheduled_at`)} from publishing.social_post as s
    where s.space_id = p.space_id and s.planner_id = p.id and s.state = 'scheduled' order by s.scheduled_at limit 10000) as taken) as r)`;

/** The page of the planners of a Space, oldest first. */
export function listPlanners(
  space: string,
  { limit, cursor, include_total }: { limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery {
  const behind = cursor ? sql.fragment`and p.id > ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(p.id)::text as key, ${plannerJson}::text as item
      from publishing.social_planner as p where p.space_id = ${space} ${behind} order by p.id limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from publishing.social_planner where space_id = ${space}` : undefined,
  };
}

/** One planner of a Space, locked until the transaction ends so that no two posts take one time, or null. */
export async function lockPlanner(tx: CommonQueryMethods, space: string, id: string): Promise<StoredPlanner | null> {
  // The lock first, in a statement of its own: what is read after it shows what others committed while we waited.
  await tx.query(sql.typeAlias('void')`select from publishing.social_planner where space_id = ${space} and id = ${id} for update`);
  const json = await tx.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select ${plannerJson}::text as json from publishing.social_planner as p where p.space_id = ${space} and p.id = ${id}`);
  return json === null ? null : (JSON.parse(json) as StoredPlanner);
}

/** How many planners a Space has; nobody else makes one before the transaction ends. */
export async function countPlanners(tx: CommonQueryMethods, space: string): Promise<number> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`planners of ${space}`}, 0))`);
  return tx.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) as count from publishing.social_planner where space_id = ${space}`,
  );
}

/** Writes a planner, new or changed. */
export const writePlanner = (tx: CommonQueryMethods, space: string, id: string, fields: PlannerFields, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.social_planner as p (space_id, id, name, timezone, slots, account_ids, created_at, updated_at)
    values (${space}, ${id}, ${fields.name}, ${fields.timezone}, ${JSON.stringify(fields.slots)}::jsonb,
      ${sql.array([...fields.account_ids], 'text')}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (space_id, id) do update set name = excluded.name, timezone = excluded.timezone, slots = excluded.slots,
      account_ids = excluded.account_ids, version = p.version + 1, updated_at = excluded.updated_at`);

/** Deletes a planner that is there. */
export const deletePlanner = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from publishing.social_planner where space_id = ${space} and id = ${id}`);

/** Times as numbers, to be looked up. */
export const takenTimes = ({ taken }: StoredPlanner): ReadonlySet<number> => new Set(taken.map((time) => Date.parse(time)));

/** A moment, or null, as the wire shows it. */
export const isoTimeOrNull = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoTime(milliseconds));
