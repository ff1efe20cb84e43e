import { type CanUse, MAX_PAGE_BYTES } from '@space/contracts/core';
import { MAX_SCANNED_EVENTS } from '@space/contracts/events';
import { decodeCursor, encodeCursor, inPeriod, type Period, sql } from '@space/database';
import { occurredAt } from '@space/event-log';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { canUseCondition } from '../can-use/can-use-sql.ts';
import { firstRecordedFrom } from './first-recorded-sql.ts';

/** The filters and the page of a search in the stored events of a Space. */
export interface EventSearch extends Period {
  readonly types?: readonly string[] | undefined;
  readonly resource_id?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly actor_kind?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const PageRow = z.object({
  events: z.string().nullable(),
  hits: z.number(),
  returned: z.number(),
  returned_to: z.number().nullable(),
  scanned: z.number(),
  scanned_to: z.number().nullable(),
});

/** An event is recorded at most so long after it occurred: a consumer group that is later than a day misses it. */
const LATEST_RECORD = sql.fragment`interval '2 days'`;

/**
 * Returns a page of the stored events of a Space as JSON text, newest first. `canUse` is the list of the calling agent. A filtered page
 * reads at most `MAX_SCANNED_EVENTS` events, since no index has what events contain: it may be shorter than its limit.
 */
export async function searchEvents(
  database: CommonQueryMethods,
  space: string,
  canUse: CanUse | undefined,
  search: EventSearch,
): Promise<string> {
  const { limit, cursor, since, until } = search;
  const filters = [...filtersOf(search), ...(canUse === undefined ? [] : [canUseCondition(canUse)])];
  const scanLimit = filters.length === 0 ? limit + 1 : MAX_SCANNED_EVENTS;
  const bounds = [
    ...(cursor === undefined ? [] : [sql.fragment`and seq < ${decodeCursor(cursor, 'integer')[0]}::bigint`]),
    ...(since === undefined
      ? []
      : [sql.fragment`and seq >= ${firstRecordedFrom(space, sql.fragment`${since}::timestamptz - interval '1 minute'`)}`]),
    ...(until === undefined
      ? []
      : [sql.fragment`and seq < ${firstRecordedFrom(space, sql.fragment`${until}::timestamptz + ${LATEST_RECORD}`)}`]),
  ];
  const row = await database.one(sql.type(PageRow)`
    with scanned as materialized (
      select seq from events.feed_event where space_id = ${space} ${sql.join([sql.fragment``, ...bounds], sql.fragment` `)}
      order by seq desc limit ${scanLimit}
    ),
    hit as materialized (
      select e.seq, e.body, row_number() over (order by e.seq desc) as number, sum(octet_length(e.body)) over (order by e.seq desc) as bytes
      from scanned join events.feed_event as e on e.space_id = ${space} and e.seq = scanned.seq
      where true ${sql.join([sql.fragment``, ...filters], sql.fragment` `)}
      order by e.seq desc limit ${limit + 1}
    ),
    returned as (select * from hit where number <= ${limit} and (bytes <= ${MAX_PAGE_BYTES} or number = 1))
    select (select string_agg(body, ',' order by seq desc) from returned) as events, (select count(*) from hit) as hits,
           (select count(*) from returned) as returned, (select min(seq) from returned) as returned_to,
           (select count(*) from scanned) as scanned, (select min(seq) from scanned) as scanned_to`);
  const isCut = row.hits > row.returned;
  const next = isCut ? row.returned_to : row.scanned === scanLimit ? row.scanned_to : null;
  const nextCursor = next === null ? 'null' : JSON.stringify(encodeCursor([next]));
  return `{"data":[${row.events ?? ''}],"has_more":${next !== null},"next_cursor":${nextCursor}}`;
}

/** Builds the filters, each with a leading `and`. The text of an event is compared before it is parsed: few events pass that. */
function filtersOf({ types, resource_id, contact_id, actor_kind, since, until }: EventSearch): FragmentSqlToken[] {
  const dataField = (name: string, value: string) => sql.fragment`
    and case when strpos(e.body, ${`"${name}":${JSON.stringify(value)}`}) > 0 then e.body::json -> 'data' ->> ${name} = ${value} else false end`;
  return [
    ...(types === undefined ? [] : [sql.fragment`and e.type = any(${sql.array([...types], 'text')})`]),
    ...(since === undefined && until === undefined ? [] : [inPeriod(occurredAt(sql.fragment`e.body`), { since, until })]),
    ...(resource_id === undefined ? [] : [sql.fragment`and strpos(e.body, ${JSON.stringify(resource_id)}) > 0`]),
    ...(contact_id === undefined ? [] : [dataField('contact_id', contact_id)]),
    ...(actor_kind === undefined ? [] : [dataField('actor_kind', actor_kind)]),
  ];
}

/** Returns the JSON text of a stored event, for feeds or else for webhooks, or null. */
export const findStoredEvent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ body: z.string() }))`
    select body from events.feed_event where space_id = ${space} and event_id = ${id}
    union all
    select body from events.event where space_id = ${space} and id = ${id}
    limit 1`);
