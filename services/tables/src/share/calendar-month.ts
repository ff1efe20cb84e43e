/** A month of whole weeks. */
export interface Month {
  /** `YYYY-MM`. */
  readonly name: string;
  readonly days: readonly Temporal.PlainDate[];
  readonly previous: string;
  readonly next: string;
  isIn(day: Temporal.PlainDate): boolean;
}

/** Parses the name of a month. Falls back to the month of `now`. Weeks begin with this weekday, from Monday, 0. */
export function monthOf(name: string | undefined, now: number, firstWeekday: number): Month {
  const first = parse(name) ?? Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
  const before = (first.dayOfWeek + 6 - firstWeekday) % 7;
  const weeks = Math.ceil((before + first.daysInMonth) / 7);
  return {
    name: first.toString().slice(0, 7),
    days: Array.from({ length: weeks * 7 }, (_, index) => first.add({ days: index - before })),
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
