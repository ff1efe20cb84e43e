import type { ReactElement } from 'react';
import { daysFrom } from '../../../dates/days.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { changeNote, longDay } from '../times/labels.ts';
import { AGENDA_DAYS } from './calendar-query.ts';
import { entriesByDay } from './entries-by-day.ts';
import { keyOf, sourceOf, spanOf, spanText } from './entry.ts';
import type { ViewProps } from './view-props.ts';

/** Renders the entries of the next days as a list under their days. */
export function AgendaView({ day, today, timezone, entries, onOpen }: ViewProps): ReactElement {
  const byDay = entriesByDay(entries, timezone);
  const days = daysFrom(day, AGENDA_DAYS).filter((one) => byDay.has(one));
  if (days.length === 0)
    return (
      <EmptyState
        sentence={`Nothing in the ${AGENDA_DAYS} days from ${longDay(day)}. The calendar has events, and the bookings of your booking pages.`}
      >
        <SameCall contract="calendar" name="create" args={{ title: 'Weekly review', starts_at: `${day}T09:00[${timezone}]` }} />
      </EmptyState>
    );
  return (
    <ol className="cal-agenda">
      {days.map((one) => (
        <li key={one}>
          <h2 data-today={one === today || undefined}>
            {longDay(one)}
            {one === today && <span className="badge">today</span>}
            {changeNote(one, timezone) && <span className="soft cal-note">{changeNote(one, timezone)}</span>}
          </h2>
          <ul>
            {byDay.get(one)!.map((entry) => (
              <li key={keyOf(entry)}>
                <button
                  type="button"
                  className="cal-line-entry"
                  data-entry={keyOf(entry)}
                  data-kind={entry.booking_page_id === null ? entry.category : 'booking'}
                  data-cancelled={entry.status === 'cancelled' || undefined}
                  onClick={() => onOpen(entry)}
                >
                  <span className="number cal-when">{spanText(spanOf(entry), timezone)}</span>
                  <span className="cal-title">{entry.title}</span>
                  <span className="soft cal-about">
                    {[sourceOf(entry), entry.rrule !== null && 'repeats', entry.status === 'cancelled' && 'cancelled', entry.location]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
