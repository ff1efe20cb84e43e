import { DeliveryStatus, MAX_SCANNED_DELIVERIES } from '@space/contracts/events';
import { cursorProblem, decodeCursor, encodeCursor, inPeriod, type Period, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** The filters and the page of a search in the deliveries of several webhooks. */
export interface DeliverySearch extends Period {
  readonly status?: string | undefined;
  readonly event_type?: string | undefined;
  readonly event_id?: string | undefined;
  readonly error?: string | undefined;
  readonly min_response_code?: number | undefined;
  readonly max_response_code?: number | undefined;
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const PageRow = z.object({
  items: z.string().nullable(),
  matched: z.number(),
  last_at: z.string().nullable(),
  last_id: z.number().nullable(),
  scanned: z.number(),
  scanned_at: z.string().nullable(),
  scanned_id: z.number().nullable(),
});

/**
 * Returns a page of the deliveries of some webhooks as JSON text. A filter that no index answers is compared while at most
 * `MAX_SCANNED_DELIVERIES` deliveries are read, so a page may be shorter than its limit and still have a next page.
 */
export async function searchDeliveries(
  database: CommonQueryMethods,
  space: string,
  webhooks: readonly string[],
  search: DeliverySearch,
): Promise<string> {
  if (webhooks.length === 0) return '{"data":[],"has_more":false,"next_cursor":null}';
  const { limit, sort } = search;
  const filters = filtersOf(search);
  const wanted = limit + 1;
  const scanLimit = filters.length === 0 ? wanted : MAX_SCANNED_DELIVERIES;
  const order = (alias: string) => orderBy(alias, sort);
  const row = await database.one(sql.type(PageRow)`
    with scanned as materialized (
      select * from (${candidates(webhooks, search, scanLimit)}) as c order by ${order('c')} limit ${scanLimit}
    ),
    hit as materialized (
      select d.listener_id, d.id, d.event_id, e.type, d.status, d.attempts, d.log[cardinality(d.log)] as last, d.next_attempt_at, d.created_at, d.updated_at
      from scanned join events.delivery as d on d.space_id = ${space} and d.listener_id = scanned.listener_id and d.id = scanned.id
      join events.event as e on e.id = d.event_id
      where ${sql.join([sql.fragment`true`, ...filters], sql.fragment` `)}
      order by ${order('d')} limit ${wanted}
    ),
    page as (select * from hit as h order by ${order('h')} limit ${limit}),
    page_end as (select created_at, id from page as p order by ${order('p')} offset ${limit - 1} limit 1),
    scan_end as (select created_at, id from scanned as s order by ${order('s')} offset ${scanLimit - 1} limit 1)
    select (select string_agg(${foundJson}::text, ',' order by ${order('p')}) from page as p) as items,
           (select count(*) from hit) as matched, (select count(*) from scanned) as scanned,
           (select ${wireTime(sql.fragment`created_at`)} from page_end) as last_at, (select id from page_end) as last_id,
           (select ${wireTime(sql.fragment`created_at`)} from scan_end) as scanned_at, (select id from scan_end) as scanned_id`);
  const end =
    row.matched === wanted
      ? [row.last_at!, row.last_id!]
      : filters.length > 0 && row.scanned_at !== null
        ? [row.scanned_at, row.scanned_id!]
        : null;
  const cursor = end === null ? 'null' : JSON.stringify(encodeCursor([...end, sort]));
  return `{"data":[${row.items ?? ''}],"has_more":${end !== null},"next_cursor":${cursor}}`;
}

const foundJson = sql.fragment`json_build_object(
  'delivery_id', p.id, 'subscription_id', p.listener_id, 'event_id', p.event_id, 'event_type', p.type, 'status', p.status,
  'attempt_count', p.attempts,
  'last_attempt', case when p.last is not null then json_build_object(
    'number', p.last -> 'number', 'status', p.last -> 'status', 'response_code', p.last -> 'response_code', 'error', p.last -> 'error',
    'error_message', p.last -> 'error_message', 'duration_ms', p.last -> 'duration_ms', 'attempted_at', p.last -> 'attempted_at') end,
  'next_attempt_at', ${wireTime(sql.fragment`p.next_attempt_at`)}, 'created_at', ${wireTime(sql.fragment`p.created_at`)},
  'updated_at', ${wireTime(sql.fragment`p.updated_at`)})`;

function orderBy(alias: string, sort: string): FragmentSqlToken {
  const direction = sort.startsWith('-') ? sql.fragment`desc` : sql.fragment`asc`;
  return sql.fragment`${sql.identifier([alias, 'created_at'])} ${direction}, ${sql.identifier([alias, 'id'])} ${direction}`;
}

/**
 * Builds the keys of the deliveries that the indexes find: of one event, or in order for each webhook and status. The limit of each part
 * lets Postgres merge the ordered parts, so it reads no more keys than the whole statement needs.
 */
function candidates(
  webhooks: readonly string[],
  { status, event_id, sort, cursor, ...search }: DeliverySearch,
  scanLimit: number,
): FragmentSqlToken {
  const rest = sql.fragment`${inPeriod(sql.fragment`d.created_at`, search)} ${cursor === undefined ? sql.fragment`` : afterCursor(cursor, sort)}`;
  const keys = sql.fragment`select d.listener_id, d.id, d.created_at from events.delivery as d`;
  if (event_id !== undefined)
    return sql.fragment`${keys} where d.event_id = ${event_id} and d.listener_id = any(${sql.array([...webhooks], 'text')})
      ${status === undefined ? sql.fragment`` : sql.fragment`and d.status = ${status}`} ${rest}`;
  const statuses = status === undefined ? possibleStatuses(search) : [status];
  const parts = webhooks.flatMap((webhook) =>
    statuses.map(
      (one) => sql.fragment`(${keys} where d.listener_id = ${webhook} and d.status = ${sql.literalValue(one)} ${rest}
      order by ${orderBy('d', sort)} limit ${scanLimit})`,
    ),
  );
  return sql.fragment`${sql.join(parts, sql.fragment` union all `)}`;
}

const unsuccessful = DeliveryStatus.options.filter((status) => status !== 'succeeded');

/** Returns the statuses of deliveries whose last attempt can match: a delivery that succeeded has no error, and a code of 2xx. */
function possibleStatuses({ error, min_response_code: min = 0, max_response_code: max = 999 }: Partial<DeliverySearch>): readonly string[] {
  if (error !== undefined || min > 299 || max < 200) return unsuccessful;
  return DeliveryStatus.options;
}

/** Builds the filters that no index answers, each with a leading `and`. */
function filtersOf({ event_type, error, min_response_code, max_response_code }: DeliverySearch): FragmentSqlToken[] {
  const last = sql.fragment`d.log[cardinality(d.log)]`;
  const code = sql.fragment`(${last} ->> 'response_code')::integer`;
  return [
    ...(event_type === undefined ? [] : [sql.fragment`and e.type = ${event_type}`]),
    ...(error === undefined ? [] : [sql.fragment`and ${last} ->> 'error' = ${error}`]),
    ...(min_response_code === undefined ? [] : [sql.fragment`and ${code} >= ${min_response_code}`]),
    ...(max_response_code === undefined ? [] : [sql.fragment`and ${code} <= ${max_response_code}`]),
  ];
}

function afterCursor(cursor: string, sort: string): FragmentSqlToken {
  const [at, id, order] = decodeCursor(cursor, 'timestamp', 'integer', 'text');
  if (order !== sort) throw cursorProblem();
  const comparison = sort.startsWith('-') ? sql.fragment`<` : sql.fragment`>`;
  return sql.fragment`and (d.created_at, d.id) ${comparison} (${at}::timestamptz, ${id}::bigint)`;
}
