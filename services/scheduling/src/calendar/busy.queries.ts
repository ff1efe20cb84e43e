import { MAX_BUFFER_MINUTES } from '@space/contracts/scheduling';
import { isoTime, sql } from '@space/database';
import { expandSeries, type Series } from '@space/recurrence';
import { clampToTimestamp, MINUTE_MS } from '@space/time';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Busy, BusyEvent } from '../slots/busy.ts';

/** JSON arrays of arrays, which parse fast: a calendar may hold thousands of rows, and every attempt to book reads them. */
const BusyRow = z.object({ claims: z.string(), events: z.string(), series: z.string() });

type ClaimParts = [number, number, number, boolean] | [number, number, number, boolean, string, string, number, number];
type EventParts = [number, number, string];
type SeriesParts = [...EventParts, boolean, string, string, string[], number | null];

const minute = (column: FragmentSqlToken) => sql.fragment`date_part('epoch', ${column}) / 60`;
const span = (of: FragmentSqlToken) => sql.fragment`${minute(sql.fragment`${of}.starts_at`)}, ${minute(sql.fragment`${of}.ends_at`)}`;
const [o, e] = [sql.fragment`o`, sql.fragment`e`];

/** Returns a time in minutes since the epoch as a timestamp, limited to the years of Postgres. */
const timeOf = (at: number) => sql.fragment`${isoTime(clampToTimestamp(at * MINUTE_MS))}::timestamptz`;

/** The claims whose seats are read: all, or the one with an id. The others cost a third of the time. */
interface WantedSeats {
  readonly of_all: boolean;
  readonly of?: string | undefined;
}

/**
 * Reads the claims and busy events of a calendar that meet [from, to), in minutes since the epoch, widened by the longest
 * buffer. Recurring events are expanded. Runs one statement.
 */
export async function findBusy(
  database: CommonQueryMethods,
  { space_id: space, calendar }: { readonly space_id: string; readonly calendar: string },
  { from, to }: { readonly from: number; readonly to: number },
  { of_all, of = '' }: WantedSeats,
): Promise<Busy> {
  const [first, last] = [from - MAX_BUFFER_MINUTES, to + MAX_BUFFER_MINUTES];
  const [lower, upper] = [timeOf(first), timeOf(last)];
  const rows = await database.one(sql.prepared('scheduling-busy', BusyRow)`
    select
      (select coalesce(json_agg(case when ${of_all} or o.id = ${of}
        then json_build_array(${span(o)}, o.buffer_minutes, o.is_forced, o.id, o.booking_page_id, o.capacity, o.taken)
        else json_build_array(${span(o)}, o.buffer_minutes, o.is_forced) end), '[]')::text
      from scheduling.occurrence as o
      where o.space_id = ${space} and o.calendar = ${calendar} and o.starts_at < ${upper}
        and o.starts_at > ${lower} - interval '2 days' and o.ends_at > ${lower}) as claims,
      (select coalesce(json_agg(json_build_array(${span(e)}, e.title)), '[]')::text
      from scheduling.calendar_event as e
      where e.space_id = ${space} and e.calendar = ${calendar} and e.rrule is null and e.is_busy and e.booking_page_id is null
        and tstzrange(e.starts_at, e.ends_at) && tstzrange(${lower}, ${upper})) as events,
      (select coalesce(json_agg(json_build_array(
        ${span(e)}, e.title, e.all_day, e.timezone, e.rrule, e.excluded_dates, ${minute(sql.fragment`e.repeats_until`)})), '[]')::text
      from scheduling.calendar_event as e
      where e.space_id = ${space} and e.calendar = ${calendar} and e.rrule is not null and e.is_busy
        and e.starts_at < ${upper} and (e.repeats_until is null or e.repeats_until > ${lower})) as series`);
  return {
    claims: (JSON.parse(rows.claims) as ClaimParts[]).map(
      ([start, end, buffer, is_forced, claim_id, booking_page_id, capacity, taken]) => ({
        ...whole(start, end),
        buffer,
        is_forced,
        seats: claim_id === undefined ? undefined : { claim_id, booking_page_id: booking_page_id!, capacity: capacity!, taken: taken! },
      }),
    ),
    events: [
      ...(JSON.parse(rows.events) as EventParts[]).map(([start, end, title]) => ({ ...whole(start, end), title })),
      ...(JSON.parse(rows.series) as SeriesParts[]).flatMap((parts) => seriesTimes(parts, first, last)),
    ],
  };
}

/** Widens a span to whole minutes: an event that ends at 09:00:30 occupies the minute that it ends in. */
const whole = (start: number, end: number) => ({ start: Math.floor(start), end: Math.ceil(end) });

function seriesTimes([start, end, title, ...rest]: SeriesParts, first: number, last: number): BusyEvent[] {
  const [all_day, timezone, rrule, excluded_dates, repeats_until] = rest;
  const series: Series = { ...whole(start, end), all_day, timezone, rrule, excluded_dates, repeats_until };
  return expandSeries(series, first, last).map((time) => ({ ...time, title }));
}
