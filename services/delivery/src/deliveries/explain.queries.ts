import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { firstNumberFrom, inPeriod, type Period, sql } from '@space/database';
import { occurredAt } from '@space/event-log';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const EventRow = z.object({ type: z.string(), body: z.string(), recorded_at: z.number(), for_webhooks: z.boolean() });

/** A stored event; `for_webhooks` is false if no webhook matched it. */
export type EventRow = z.output<typeof EventRow>;

/** Returns a stored event, for webhooks or else for feeds, or null. */
export const findEvent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(EventRow)`
    select type, body, recorded_at, true as for_webhooks from events.event where space_id = ${space} and id = ${id}
    union all
    select type, body, recorded_at, false from events.feed_event where space_id = ${space} and event_id = ${id}
    limit 1`);

const DeliveryRow = z.object({
  id: z.number(),
  status: z.enum(['pending', 'succeeded', 'retrying', 'dead', 'skipped']),
  attempts: z.number(),
  next_attempt_at: z.number().nullable(),
  is_leased: z.boolean(),
  last: z
    .object({
      attempted_at: z.string(),
      response_code: z.number().nullable(),
      error: z.string().nullable(),
      error_message: z.string().nullable(),
    })
    .nullable(),
});

/** The status of a delivery with its last attempt. */
export type DeliveryRow = z.output<typeof DeliveryRow>;

/** Returns the latest delivery of one event to one webhook with its last attempt, or null. */
export const findDeliveryOfEvent = (database: CommonQueryMethods, space: string, listener: string, event: string, recordedAt: string) =>
  database.maybeOne(sql.type(DeliveryRow)`
    select id, status, attempts, next_attempt_at, lease is not null as is_leased, log[cardinality(log)] as last
    from events.delivery
    where space_id = ${space} and listener_id = ${listener} and event_id = ${event} and created_at >= ${recordedAt}::timestamptz
    order by id desc limit 1`);

const DeliveryOfEventRow = DeliveryRow.extend({ event_id: z.string() });

/** Returns the latest delivery of each of some events to one webhook; `from` is not later than the oldest delivery. */
export const findDeliveriesOfEvents = (
  database: CommonQueryMethods,
  space: string,
  listener: string,
  events: readonly string[],
  from: string,
) =>
  database.any(sql.type(DeliveryOfEventRow)`
    select distinct on (event_id) event_id, id, status, attempts, next_attempt_at, lease is not null as is_leased, log[cardinality(log)] as last
    from events.delivery
    where space_id = ${space} and listener_id = ${listener} and event_id = any(${sql.array([...events], 'text')})
      and created_at >= ${from}::timestamptz
    order by event_id, id desc`);

/** Events that one read scans, so that no read takes long. */
const SCAN_LIMIT = 5_000;

/** The type, the period and the position of a page of stored events. */
interface TypedEventQuery extends Period {
  readonly type: string;
  /** The number of the event after the page; undefined for the newest page. */
  readonly before: number | undefined;
  readonly limit: number;
}

const TypedEventRow = EventRow.omit({ recorded_at: true }).extend({ id: z.string(), seq: z.number(), occurred_at: z.number() });
const PageRow = z.object({ events: z.array(TypedEventRow), hits: z.number(), scanned: z.number(), scanned_to: z.number().nullable() });

/** Builds the number before which no event was recorded from `time` on, as far as clocks agree. */
const firstRecorded = (space: string, time: FragmentSqlToken) =>
  firstNumberFrom(
    {
      from: sql.fragment`events.feed_event as f`,
      number: sql.fragment`f.seq`,
      time: sql.fragment`f.recorded_at`,
      where: sql.fragment`f.space_id = ${space}`,
    },
    time,
  );

/**
 * Returns the newest stored events of a type and a period, of at most `MAX_PAGE_BYTES` together, and the number after which the next
 * page starts; null on the last. An event is recorded after it occurred, at most two days later: a consumer group that is later
 * than a day misses it.
 */
export async function findEventsOfType(
  database: CommonQueryMethods,
  space: string,
  { type, before, limit, since, until }: TypedEventQuery,
) {
  const { events, hits, scanned, scanned_to } = await database.one(sql.type(PageRow)`
    with scanned as materialized (
      select seq from events.feed_event
      where space_id = ${space}
        ${before === undefined ? sql.fragment`` : sql.fragment`and seq < ${before}::bigint`}
        ${since === undefined ? sql.fragment`` : sql.fragment`and seq >= ${firstRecorded(space, sql.fragment`${since}::timestamptz - interval '1 minute'`)}`}
        ${until === undefined ? sql.fragment`` : sql.fragment`and seq < ${firstRecorded(space, sql.fragment`${until}::timestamptz + interval '2 days'`)}`}
      order by seq desc limit ${SCAN_LIMIT}
    ),
    hit as materialized (
      select e.event_id as id, e.seq, e.type, e.body, extract(epoch from ${occurredAt(sql.fragment`e.body`)}) * 1000 as occurred_at,
             row_number() over (order by e.seq desc) as number, sum(octet_length(e.body)) over (order by e.seq desc) as bytes
      from scanned join events.feed_event as e on e.space_id = ${space} and e.seq = scanned.seq
      where e.type = ${type} ${inPeriod(occurredAt(sql.fragment`e.body`), { since, until })}
      order by e.seq desc limit ${limit + 1}
    ),
    returned as (
      select hit.id, hit.seq, hit.type, hit.body, hit.occurred_at,
             exists (select from events.event as w where w.space_id = ${space} and w.id = hit.id) as for_webhooks
      from hit where hit.number <= ${limit} and (hit.bytes <= ${MAX_PAGE_BYTES} or hit.number = 1)
    )
    select coalesce((select json_agg(returned order by seq desc) from returned), '[]'::json) as events, (select count(*) from hit) as hits,
           (select count(*) from scanned) as scanned, (select min(seq) from scanned) as scanned_to`);
  const next = hits > events.length ? events.at(-1)!.seq : scanned === SCAN_LIMIT ? scanned_to : null;
  return { events, next };
}
