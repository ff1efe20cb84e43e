/** A month of whole weeks, from Monday. */
export interface Month {
  /** `YYYY-MM`. */
  readonly name: string;
  /** `March 2026`. */
  readonly label: string;
  readonly days: readonly Temporal.PlainDate[];
  readonly previous: string;
  readonly next: string;
  isIn(day: Temporal.PlainDate): boolean;
}

/** Weekday names from Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const LABEL = { month: 'long', year: 'numeric' } as const;

/** Parses the name of a month. Falls back to the month of `now`. */
export function monthOf(name: string | undefined, now: number): Month {
  const first = parse(name) ?? Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
  const monday = first.subtract({ days: first.dayOfWeek - 1 });
  const weeks = Math.ceil((first.dayOfWeek - 1 + first.daysInMonth) / 7);
  return {
    name: first.toString().slice(0, 7),
    label: first.toLocaleString('en-GB', LABEL),
    days: Array.from({ length: weeks * 7 }, (_, index) => monday.add({ days: index })),
    previous: first.subtract({ months: 1 }).toString().slice(0, 7),
    next: first.add({ months: 1 }).toString().slice(0, 7),
    isIn: (day) => day.year === first.year && day.month === first.month,
  };
}

/** Parses a month whose neighbours are valid too. */
function parse(name: string | undefined): Temporal.PlainDate | undefined {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(name ?? '') ?? [];
  return Number(year) >= 1000 && Number(year) < 9999 ? Temporal.PlainDate.from(`${year}-${month}-01`) : undefined;
}
