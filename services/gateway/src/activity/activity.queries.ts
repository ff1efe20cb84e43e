import { type ActivityClient, type ActivityLine, MAX_SCANNED_ACTIVITY } from '@space/contracts/platform';
import { decodeCursor, encodeCursor, firstNumberFrom, inPeriod, type Period, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** A line with the columns that the wire does not show. */
export interface NewActivityLine extends ActivityLine {
  readonly space_id: string;
  /** True if the operation changes nothing. */
  readonly is_read_only: boolean;
  /** The client of OAuth that the call came from; absent for a call with the key itself. */
  readonly client?: ActivityClient | undefined;
}

const columnTypes = {
  space_id: 'text',
  created_at: 'timestamptz',
  channel: 'text',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  key_id: 'text',
  operation: 'text',
  is_read_only: 'bool',
  tool: 'text',
  resource_ids: 'json',
  outcome: 'text',
  dry_run: 'bool',
  duration_ms: 'float8',
  request_id: 'text',
  grant_id: 'text',
  client_name: 'text',
} as const;

/** Inserts lines and counts them in the figures, in one statement. Figures are locked in the order of their keys, so that two gateways never deadlock. */
export function insertLines(database: CommonQueryMethods, lines: readonly NewActivityLine[]) {
  const rows = lines.map(({ actor, resource_ids, client, ...line }) => ({
    ...line,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    grant_id: client?.grant_id ?? null,
    client_name: client?.name ?? null,
    resource_ids: JSON.stringify(resource_ids),
  }));
  return database.query(sql.prepared('gateway-insert-activity', z.object({}))`
    with line as materialized (select * from ${unnestRows(rows, columnTypes, 'l')}),
    figures as (
      insert into gateway.activity_figure as f (space_id, hour_at, key_id, actor_kind, actor_id, operation, outcome, calls, duration_ms)
      select space_id, date_trunc('hour', created_at, 'UTC'), key_id, actor_kind, actor_id, coalesce(operation, ''), outcome, count(*), sum(duration_ms)
      from line group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (space_id, hour_at, key_id, actor_kind, actor_id, operation, outcome)
        do update set calls = f.calls + excluded.calls, duration_ms = f.duration_ms + excluded.duration_ms
    )
    insert into gateway.activity
      (space_id, at, channel, actor_kind, actor_id, actor_name, key_id, operation, is_read_only, tool, resource_ids, outcome, dry_run, duration_ms, request_id,
       grant_id, client_name)
    select space_id, created_at, channel, actor_kind, actor_id, actor_name, key_id, operation, is_read_only, tool,
           array(select json_array_elements_text(resource_ids)), outcome, dry_run, duration_ms, request_id,
           grant_id, client_name
    from line`);
}

/** The filters and the page of a list of lines. */
export interface ActivityQuery extends Period {
  readonly actor_kind?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly key_id?: string | undefined;
  readonly channel?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly request_id?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly changes?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const PageRow = z.object({
  items: z.string().nullable(),
  matched: z.number(),
  last_id: z.number().nullable(),
  scanned_to: z.number().nullable(),
});

/**
 * Returns a page of the log of a Space as JSON text, newest first. A filtered page ends when it is full or has read 5,000
 * lines, so it may be shorter than its limit and still have a next page.
 */
export async function listActivity(database: CommonQueryMethods, space: string, query: ActivityQuery): Promise<string> {
  const equal = (['actor_kind', 'actor_id', 'key_id', 'channel', 'operation', 'outcome', 'request_id'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [sql.fragment`and ${sql.identifier([name])} = ${query[name]}`],
  );
  const conditions = [
    ...equal,
    ...(query.resource_id === undefined ? [] : [sql.fragment`and ${query.resource_id} = any(resource_ids)`]),
    ...(query.changes ? [sql.fragment`and not is_read_only`] : []),
    ...(query.since === undefined && query.until === undefined ? [] : [inPeriod(sql.fragment`at`, query)]),
  ];
  const wanted = query.limit + 1;
  const after = query.cursor ? sql.fragment`and id < ${decodeCursor(query.cursor, 'integer')[0]}` : sql.fragment``;
  const lines = sql.fragment`from gateway.activity where space_id = ${space} ${after} ${numbersIn(space, query)} order by id desc`;
  const row = await database.one(sql.type(PageRow)`
    with hit as materialized (
      select * from (select * ${lines} limit ${conditions.length === 0 ? wanted : MAX_SCANNED_ACTIVITY}) as line
      where ${sql.join([sql.fragment`true`, ...conditions], sql.fragment` `)} order by id desc limit ${wanted}
    ),
    page as (select * from hit order by id desc limit ${query.limit})
    select (select string_agg(json_build_object(
              'id', id, 'created_at', ${wireTime(sql.fragment`at`)}, 'channel', channel,
              'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name),
              'key_id', key_id,
              'client', case when grant_id is not null then json_build_object('grant_id', grant_id, 'name', client_name) end, 'operation', operation, 'tool', tool, 'resource_ids', resource_ids, 'outcome', outcome, 'dry_run', dry_run,
              'duration_ms', duration_ms, 'request_id', request_id)::text, ',' order by id desc) from page) as items,
           (select count(*) from hit) as matched, (select min(id) from page) as last_id,
           case when (select count(*) from hit) < ${wanted} then (select id ${lines} offset ${MAX_SCANNED_ACTIVITY - 1} limit 1) end as scanned_to`);
  const next = row.matched === wanted ? row.last_id : conditions.length === 0 ? null : row.scanned_to;
  const cursor = next === null ? 'null' : JSON.stringify(encodeCursor([next]));
  return `{"data":[${row.items ?? ''}],"has_more":${next !== null},"next_cursor":${cursor}}`;
}

/** Builds the condition that the number of a line can be in a period: a line gets it some time after its call began. */
const numbersIn = (space: string, { since, until }: Period) => {
  const from = (time: FragmentSqlToken) =>
    firstNumberFrom(
      {
        from: sql.fragment`gateway.activity as a`,
        number: sql.fragment`a.id`,
        time: sql.fragment`a.at`,
        where: sql.fragment`a.space_id = ${space}`,
      },
      time,
    );
  const lag = sql.fragment`interval '10 minutes'`;
  return sql.fragment`
    ${since === undefined ? sql.fragment`` : sql.fragment`and id >= ${from(sql.fragment`${since}::timestamptz - ${lag}`)}`}
    ${until === undefined ? sql.fragment`` : sql.fragment`and id < ${from(sql.fragment`${until}::timestamptz + ${lag}`)}`}`;
};

/** Deletes up to `limit` lines older than `before` and returns how many it deleted. */
export const deleteExpiredLines = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.activity where (space_id, id) in (
        select space_id, id from gateway.activity where at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;
