import type { ActivityLine } from '@space/contracts/platform';
import { decodeCursor, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A line with what the wire does not show. */
export interface NewLine extends ActivityLine {
  readonly space_id: string;
  /** Whether the operation only reads. */
  readonly reads: boolean;
}

const column = <T>(lines: readonly NewLine[], value: (line: NewLine) => T) => lines.map(value);

/** Writes lines, in one statement. */
export const insertLines = (database: CommonQueryMethods, lines: readonly NewLine[]) =>
  database.query(sql.prepared('gateway-insert-activity', z.object({}))`
    insert into gateway.activity
      (space_id, at, via, actor_kind, actor_id, actor_name, key_id, operation, reads, tool, things, outcome, dry_run, duration_ms, request_id)
    select space_id, at, via, actor_kind, actor_id, actor_name, key_id, operation, reads, tool,
           array(select json_array_elements_text(things)), outcome, dry_run, duration_ms, request_id
    from unnest(
      ${sql.array(
        column(lines, (line) => line.space_id),
        'text',
      )}, ${sql.array(
        column(lines, (line) => line.at),
        'timestamptz',
      )},
      ${sql.array(
        column(lines, (line) => line.via),
        'text',
      )}, ${sql.array(
        column(lines, (line) => line.actor.kind),
        'text',
      )},
      ${sql.array(
        column(lines, (line) => line.actor.id),
        'text',
      )}, ${sql.array(
        column(lines, (line) => line.actor.name),
        'text',
      )},
      ${sql.array(
        column(lines, (line) => line.key_id),
        'text',
      )}, ${sql.array(
        column(lines, (line) => line.operation),
        'text',
      )},
      ${sql.array(
        column(lines, (line) => line.reads),
        'bool',
      )}, ${sql.array(
        column(lines, (line) => line.tool),
        'text',
      )},
      ${sql.array(
        column(lines, (line) => JSON.stringify(line.things)),
        'json',
      )},
      ${sql.array(
        column(lines, (line) => line.outcome),
        'text',
      )}, ${sql.array(
        column(lines, (line) => line.dry_run),
        'bool',
      )},
      ${sql.array(
        column(lines, (line) => line.duration_ms),
        'float4',
      )}, ${sql.array(
        column(lines, (line) => line.request_id),
        'text',
      )}
    ) as line (space_id, at, via, actor_kind, actor_id, actor_name, key_id, operation, reads, tool, things, outcome, dry_run, duration_ms, request_id)`);

/** Which lines a page shows. */
export interface ActivityQuery {
  readonly actor_kind?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly key_id?: string | undefined;
  readonly via?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly thing?: string | undefined;
  readonly changes?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lines that one page looks through at most when it leaves some out, so that no question takes long whatever it leaves out. */
const SCAN = 5_000;

const PageRow = z.object({
  items: z.string().nullable(),
  shown: z.number(),
  shown_to: z.number().nullable(),
  scanned_to: z.number().nullable(),
});

/**
 * A page of the log of a Space as JSON text, newest first. Lines are read from the newest on until there are enough;
 * a page that leaves some out ends where it has looked through so many.
 */
export async function readActivity(database: CommonQueryMethods, space: string, query: ActivityQuery): Promise<string> {
  const equal = (['actor_kind', 'actor_id', 'key_id', 'via', 'operation', 'outcome'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [sql.fragment`and ${sql.identifier([name])} = ${query[name]}`],
  );
  const conditions = [
    ...equal,
    ...(query.thing === undefined ? [] : [sql.fragment`and ${query.thing} = any(things)`]),
    ...(query.changes ? [sql.fragment`and not reads`] : []),
  ];
  const enough = query.limit + 1;
  const behind = query.cursor ? sql.fragment`and id < ${decodeCursor(query.cursor, 'integer')[0]}` : sql.fragment``;
  const lines = sql.fragment`from gateway.activity where space_id = ${space} ${behind} order by id desc`;
  const row = await database.one(sql.type(PageRow)`
    with hit as materialized (
      select * from (select * ${lines} limit ${conditions.length === 0 ? enough : SCAN}) as line
      where ${sql.join([sql.fragment`true`, ...conditions], sql.fragment` `)} order by id desc limit ${enough}
    ),
    shown as (select * from hit order by id desc limit ${query.limit})
    select (select string_agg(json_build_object(
              'id', id, 'at', ${wireTime(sql.fragment`at`)}, 'via', via,
              'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name),
              'key_id', key_id, 'operation', operation, 'tool', tool, 'things', things, 'outcome', outcome, 'dry_run', dry_run,
              'duration_ms', duration_ms, 'request_id', request_id)::text, ',' order by id desc) from shown) as items,
           (select count(*) from hit) as shown, (select min(id) from shown) as shown_to,
           case when (select count(*) from hit) < ${enough} then (select id ${lines} offset ${SCAN - 1} limit 1) end as scanned_to`);
  const next = row.shown === enough ? row.shown_to : conditions.length === 0 ? null : row.scanned_to;
  const cursor = next === null ? 'null' : JSON.stringify(Buffer.from(JSON.stringify([next])).toString('base64url'));
  return `{"data":[${row.items ?? ''}],"has_more":${next !== null},"next_cursor":${cursor}}`;
}

const CHUNK = 5_000;

/** Removes lines that are older than they are kept, some at a time; answers how many. */
export const removeOldLines = async (database: CommonQueryMethods, before: string): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.activity where (space_id, id) in (
        select space_id, id from gateway.activity where at < ${before}::timestamptz limit ${CHUNK})`)
  ).rowCount;

/** Whether a removal took all that it may take at a time, so that there may be more. */
export const wasFull = (removed: number): boolean => removed === CHUNK;
