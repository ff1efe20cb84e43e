import type { ReactElement } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { daysBetween, dayText } from './calendar-days.ts';
import { CalendarEntry, type ShownSpan } from './calendar-entry.tsx';

/** Renders the days that have rows, one below the other. */
export function CalendarAgenda(props: ShownSpan): ReactElement {
  const { entries, first, last, today } = props;
  const days = daysBetween(first, last).filter((day) => entries.has(day));
  if (days.length === 0) return <EmptyState sentence="No row is in this month." />;
  return (
    <ol className="agenda">
      {days.map((day) => (
        <li key={day} aria-current={day === today ? 'date' : undefined}>
          <h3>{dayText(day)}</h3>
          <ul>
            {entries.get(day)!.map((row) => (
              <li key={row.id}>
                <CalendarEntry row={row} {...props} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
