import { MAX_BUFFER_MINUTES } from '@space/contracts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { timesOf } from '../calendar/series.ts';
import type { Busy } from './busy.ts';
import { isoMinute } from './wall-clock.ts';

const Taken = z.object({
  kind: z.enum(['claim', 'event', 'series']),
  id: z.string(),
  start: z.number(),
  end: z.number(),
  booking_page_id: z.string().nullable(),
  buffer: z.number(),
  capacity: z.number(),
  taken: z.number(),
  is_forced: z.boolean(),
  title: z.string(),
  all_day: z.boolean(),
  timezone: z.string(),
  rrule: z.string().nullable(),
  excluded_dates: z.array(z.string()),
  repeats_until: z.number().nullable(),
});

const minute = (column: ReturnType<typeof sql.fragment>) => sql.fragment`(extract(epoch from ${column}) / 60)::float8`;

/**
 * What takes up the time of a calendar in [from, to), in minutes since the epoch, and so far around it that no buffer is
 * missed: claims of bookings and busy events, with the times of recurring ones. One statement.
 */
export async function readBusy(database: CommonQueryMethods, space: string, calendar: string, from: number, to: number): Promise<Busy> {
  const [first, last] = [from - MAX_BUFFER_MINUTES, to + MAX_BUFFER_MINUTES];
  const range = sql.fragment`tstzrange(${isoMinute(first)}::timestamptz, ${isoMinute(last)}::timestamptz)`;
  const rows = await database.any(sql.prepared('scheduling-busy', Taken)`
    select 'claim' as kind, o.id, ${minute(sql.fragment`o.starts_at`)} as start, ${minute(sql.fragment`o.ends_at`)} as end,
      o.booking_page_id, o.buffer_minutes as buffer, o.capacity, o.taken, o.is_forced, '' as title, false as all_day,
      '' as timezone, null::text as rrule, '{}'::text[] as excluded_dates, null::float8 as repeats_until
    from scheduling.occurrence as o
    where o.space_id = ${space} and o.calendar = ${calendar} and o.starts_at < upper(${range})
      and o.starts_at > lower(${range}) - interval '2 days' and o.ends_at > lower(${range})
    union all
    select 'event', e.id, ${minute(sql.fragment`e.starts_at`)}, ${minute(sql.fragment`e.ends_at`)}, null, 0, 0, 0, false, e.title,
      e.all_day, e.timezone, null, '{}', null
    from scheduling.calendar_event as e
    where e.space_id = ${space} and e.calendar = ${calendar} and e.rrule is null and e.is_busy and e.booking_page_id is null
      and tstzrange(e.starts_at, e.ends_at) && ${range}
    union all
    select 'series', e.id, ${minute(sql.fragment`e.starts_at`)}, ${minute(sql.fragment`e.ends_at`)}, null, 0, 0, 0, false, e.title,
      e.all_day, e.timezone, e.rrule, e.excluded_dates, ${minute(sql.fragment`e.repeats_until`)}
    from scheduling.calendar_event as e
    where e.space_id = ${space} and e.calendar = ${calendar} and e.rrule is not null and e.is_busy
      and e.starts_at < upper(${range}) and (e.repeats_until is null or e.repeats_until > lower(${range}))`);
  const busy = { claims: [], events: [] } as { claims: Busy['claims'][number][]; events: Busy['events'][number][] };
  for (const row of rows) {
    // Seconds of an event are whole minutes of a slot: one that ends at 09:00:30 reaches into the minute that it ends in.
    const [start, end] = [Math.floor(row.start), Math.ceil(row.end)];
    if (row.kind === 'claim') busy.claims.push({ ...row, start, end, booking_page_id: row.booking_page_id! });
    else if (row.kind === 'event') busy.events.push({ start, end, title: row.title });
    else
      for (const time of timesOf({ ...row, start, end, rrule: row.rrule! }, first, last)) busy.events.push({ ...time, title: row.title });
  }
  return busy;
}
