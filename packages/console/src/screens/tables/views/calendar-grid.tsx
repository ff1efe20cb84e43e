import { type ReactElement, useState } from 'react';
import type { Day } from '../../../dates/days.ts';
import { Button } from '../../../parts/button.tsx';
import { daysBetween, dayText, weekdayOf, weeksOf } from './calendar-days.ts';
import { CalendarEntry, type ShownSpan } from './calendar-entry.tsx';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The entries of a day that a month shows; the others open by a button. */
const MAX_ENTRIES = 4;

interface CalendarGridProps extends ShownSpan {
  readonly isMonth: boolean;
  /** The month of the heading as `2026-03`; days of others are soft. */
  readonly month: string;
}

/** Renders whole weeks as a table of days, and as a list of days on a phone. */
export function CalendarGrid(props: CalendarGridProps): ReactElement {
  const { first, last } = props;
  return (
    <table className="calendar">
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(daysBetween(first, last)).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} day={day} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ day, ...props }: CalendarGridProps & { readonly day: Day }): ReactElement {
  const { entries, today, month, isMonth } = props;
  const [isWhole, setWhole] = useState(false);
  const all = entries.get(day) ?? [];
  const shown = isMonth && !isWhole ? all.slice(0, MAX_ENTRIES) : all;
  return (
    <td
      data-empty={all.length === 0 || undefined}
      data-outside={(isMonth && !day.startsWith(month)) || undefined}
      aria-current={day === today ? 'date' : undefined}
    >
      <p className="day">
        <span aria-hidden="true">
          {Number(day.slice(8))} <span className="weekday">{weekdayOf(day)}</span>
        </span>
        <span className="hidden-text">{dayText(day)}</span>
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map((row) => (
            <li key={row.id}>
              <CalendarEntry row={row} {...props} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < all.length && (
        <Button look="plain" small onClick={() => setWhole(true)}>
          {all.length - shown.length} more<span className="hidden-text"> on {dayText(day)}</span>
        </Button>
      )}
    </td>
  );
}
