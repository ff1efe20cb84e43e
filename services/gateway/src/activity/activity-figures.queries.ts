import { MAX_ACTIVITY_FIGURES } from '@space/contracts/platform';
import { type Period, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** The properties by which calls are counted, in the order of the wire. */
const dimensions: Readonly<Record<string, { readonly name: string; readonly value: FragmentSqlToken }>> = {
  hour: { name: 'hour_at', value: wireTime(sql.fragment`hour_at`) },
  key: { name: 'key_id', value: sql.fragment`key_id` },
  operation: { name: 'operation', value: sql.fragment`nullif(operation, '')` },
  outcome: { name: 'outcome', value: sql.fragment`outcome` },
};

/** The period, the groups and the filters of figures. */
export interface ActivityFigureQuery extends Required<Period> {
  readonly by: readonly string[];
  readonly actor_kind?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly key_id?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
}

const FigureRow = z.object({ figures: z.string().nullable(), count: z.number() });

/** Returns the calls of a Space by group as JSON text, most calls first, and if these are all groups. */
export async function findActivityFigures(
  database: CommonQueryMethods,
  space: string,
  { by, since, until, ...filters }: ActivityFigureQuery,
): Promise<string> {
  const groups = Object.entries(dimensions)
    .filter(([name]) => by.includes(name))
    .map(([, group]) => group);
  const columns = sql.join(
    groups.map(({ name, value }) => sql.fragment`${value} as ${sql.identifier([name])}`),
    sql.fragment`, `,
  );
  const names = sql.join(
    groups.map(({ name }) => sql.identifier([name])),
    sql.fragment`, `,
  );
  const conditions = (['actor_kind', 'actor_id', 'key_id', 'operation', 'outcome'] as const).flatMap((name) =>
    filters[name] === undefined ? [] : [sql.fragment`and ${sql.identifier([name])} = ${filters[name]}`],
  );
  const { figures, count } = await database.one(sql.type(FigureRow)`
    with figure as materialized (
      select ${columns}, sum(calls) as calls, round((sum(duration_ms) / sum(calls))::numeric, 2) as average_ms
      from gateway.activity_figure
      where space_id = ${space} and hour_at >= date_trunc('hour', ${since!}::timestamptz, 'UTC') and hour_at < ${until!}::timestamptz
        ${sql.join([sql.fragment``, ...conditions], sql.fragment` `)}
      group by ${names} order by calls desc, ${names} limit ${MAX_ACTIVITY_FIGURES + 1}
    )
    select (select string_agg(row_to_json(shown)::text, ',') from (select * from figure limit ${MAX_ACTIVITY_FIGURES}) as shown) as figures,
           (select count(*) from figure) as count`);
  return `{"data":[${figures ?? ''}],"is_complete":${count <= MAX_ACTIVITY_FIGURES}}`;
}

/** Deletes up to `limit` figures of hours before `before` and returns how many it deleted. */
export const deleteExpiredFigures = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.activity_figure where (space_id, hour_at, key_id, actor_kind, actor_id, operation, outcome) in (
        select space_id, hour_at, key_id, actor_kind, actor_id, operation, outcome from gateway.activity_figure
        where hour_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;
