import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Slot } from './planner-times.ts';

/** The columns of a planner that callers write. */
export interface PlannerFields {
  readonly name: string;
  readonly timezone: string;
  readonly slots: readonly Slot[];
  readonly account_ids: readonly string[];
}

/** A planner, and the times of the posts that it has scheduled. */
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
    where s.space_id = p.space_id and s.planner_id = p.id and s.status = 'scheduled' order by s.scheduled_at limit 10000) as taken) as r)`;

/** Lists the planners of a Space. */
export const listPlanners = (space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.social_planner as p`,
    alias: 'p',
    where: sql.fragment`p.space_id = ${space}`,
    item: plannerJson,
    ...orderOf(sort, 'p', { name: { column: sql.fragment`lower(p.name)`, type: 'text' } }),
  });

/** Locks a planner until the transaction ends, so that no two posts take the same time, and returns it; null when it does not exist. */
export async function lockPlanner(tx: CommonQueryMethods, space: string, id: string): Promise<StoredPlanner | null> {
  // The lock is a statement of its own, so that the next one sees the posts that others committed while this one waited.
  await tx.query(sql.typeAlias('void')`select from publishing.social_planner where space_id = ${space} and id = ${id} for update`);
  return findPlanner(tx, space, id);
}

/** Returns a planner; null when it does not exist. */
export async function findPlanner(database: CommonQueryMethods, space: string, id: string): Promise<StoredPlanner | null> {
  const json = await database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select ${plannerJson}::text as json from publishing.social_planner as p where p.space_id = ${space} and p.id = ${id}`);
  return json === null ? null : (JSON.parse(json) as StoredPlanner);
}

/** Returns the number of planners of a Space, and makes other transactions that create one wait until this one ends. */
export async function countPlanners(tx: CommonQueryMethods, space: string): Promise<number> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`planners of ${space}`}, 0))`);
  return tx.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) as count from publishing.social_planner where space_id = ${space}`,
  );
}

/** Inserts or updates a planner. */
export const writePlanner = (tx: CommonQueryMethods, space: string, id: string, fields: PlannerFields, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.social_planner as p (space_id, id, name, timezone, slots, account_ids, created_at, updated_at)
    values (${space}, ${id}, ${fields.name}, ${fields.timezone}, ${JSON.stringify(fields.slots)}::jsonb,
      ${sql.array([...fields.account_ids], 'text')}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (space_id, id) do update set name = excluded.name, timezone = excluded.timezone, slots = excluded.slots,
      account_ids = excluded.account_ids, version = p.version + 1, updated_at = excluded.updated_at`);

/** Deletes a planner. */
export const deletePlanner = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from publishing.social_planner where space_id = ${space} and id = ${id}`);
