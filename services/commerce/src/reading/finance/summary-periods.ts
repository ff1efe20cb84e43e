import { MAX_SUMMARY_DAYS, MAX_SUMMARY_ROWS } from '@space/contracts/commerce';
import { invalidFields, Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import { DAY_MS, zoneOf } from '@space/time';

/** The subject of a row of a summary: a period, a product or an integration. */
export type SummaryKey = 'day' | 'week' | 'month' | 'product' | 'integration';

/** The days of a summary, written YYYY-MM-DD; the last is included. */
export interface SummaryDays {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly by: SummaryKey;
}

/** The time of a summary, ISO 8601, and its periods: the start of each, and its first day. */
export interface SummaryTime {
  readonly since: string;
  readonly until: string;
  readonly starts: readonly string[];
  readonly first_days: readonly string[];
}

const dayText = (wall: number): string => isoTime(wall).slice(0, 10);

/** Returns the time of a summary. Days begin by the rule of `@space/time` for the zone. Throws `invalid` for an end before the start and for too many days. */
export function summaryTime({ start_date, end_date, timezone, by }: SummaryDays): SummaryTime {
  const [first, last] = [Date.parse(start_date), Date.parse(end_date)];
  const count = (last - first) / DAY_MS + 1;
  if (count < 1) throw invalidFields([{ path: 'end_date', code: 'too_small', message: 'must not be before start_date' }]);
  if (count > MAX_SUMMARY_DAYS)
    throw invalidFields([
      {
        path: 'end_date',
        code: 'too_big',
        message: `a summary has at most ${MAX_SUMMARY_DAYS} days, and these are ${count}; ask for shorter periods`,
      },
    ]);
  const zone = zoneOf(timezone);
  const startOf = (wall: number): string => isoTime(zone.instantOf(wall));
  const days = Array.from({ length: count }, (_, index) => first + index * DAY_MS);
  const beginnings = days.filter((wall) => wall === first || firstDay(wall, by) === wall);
  return {
    since: startOf(first),
    until: startOf(last + DAY_MS),
    starts: beginnings.map(startOf),
    first_days: beginnings.map((wall) => dayText(firstDay(wall, by))),
  };
}

/** Returns the first day of the period that a day belongs to: its Monday, the first of its month, or the day itself. */
function firstDay(wall: number, by: SummaryKey): number {
  const date = new Date(wall);
  if (by === 'week') return wall - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return by === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) : wall;
}

/** Returns the problem of a summary with too many rows. */
export const tooManyRows = (by: SummaryKey): Problem =>
  new Problem(
    'invalid',
    `The summary has more than ${MAX_SUMMARY_ROWS} rows; ask for fewer days${by === 'month' || by === 'integration' ? '' : ', or for by=month'}.`,
    { errors: [{ path: 'by', code: 'too_big', message: `gives more than ${MAX_SUMMARY_ROWS} rows` }] },
  );
