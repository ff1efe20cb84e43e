import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { IdText } from '../../../parts/id-text.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { longDay } from '../times/labels.ts';
import { daysOf, type Entry, sourceOf, spanOf, spanText } from './entry.ts';
import { occurrenceDay, ruleText } from './move.ts';

/** Renders the facts of an entry. Times stand in the zone of the calendar, and in the zone of the entry if it has another one. */
export function EntryFacts({ entry, timezone }: { readonly entry: Entry; readonly timezone: string }): ReactElement {
  const span = spanOf(entry);
  const when = (zone: string) => `${longDay(daysOf(span, zone)[0]!)}, ${spanText(span, zone)}`;
  return (
    <>
      <dl className="facts">
        <dt>When</dt>
        <dd>
          {when(timezone)} {span.kind === 'times' && <span className="soft">{timezone}</span>}
          {span.kind === 'times' && entry.timezone !== timezone && (
            <div>
              {when(entry.timezone)} <span className="soft">{entry.timezone}</span>
            </div>
          )}
        </dd>
        <dt>Kind</dt>
        <dd>{sourceOf(entry)}</dd>
        {entry.status === 'cancelled' && (
          <>
            <dt>State</dt>
            <dd>
              <StateBadge state={entry.status} />
            </dd>
          </>
        )}
        {entry.rrule !== null && (
          <>
            <dt>Repeats</dt>
            <dd>
              {ruleText(entry.rrule, occurrenceDay(entry))}
              {entry.excluded_dates.length > 0 && <div className="soft">Left out: {entry.excluded_dates.join(', ')}</div>}
            </dd>
          </>
        )}
        <dt>Booking pages</dt>
        <dd>{entry.is_busy ? `do not offer this time (calendar “${entry.calendar}”)` : 'may offer this time'}</dd>
        {entry.location !== null && (
          <>
            <dt>Place</dt>
            <dd>{entry.location}</dd>
          </>
        )}
        {entry.description !== null && (
          <>
            <dt>Details</dt>
            <dd className="cal-details">{entry.description}</dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <IdText id={entry.id} />
        </dd>
      </dl>
      {entry.booking_page_id !== null && <BookingOf entry={entry} />}
      <div>
        <SameCall contract="calendar" name="get" args={{ id: entry.id }} />
      </div>
    </>
  );
}

/** Renders a link to the booking of an entry, which is the place to move or cancel it. */
function BookingOf({ entry }: { readonly entry: Entry }): ReactElement {
  const space = useSpace();
  const filter = {
    booking_page_id: entry.booking_page_id!,
    from: entry.starts_at,
    to: new Date(Date.parse(entry.starts_at) + 1).toISOString(),
    limit: 100,
  };
  const { data } = useQuery({
    queryKey: ['space', space.id, 'bookings', 'list', filter],
    queryFn: ({ signal }) => spaceClient(space.id).bookings.list(filter, { signal }),
    enabled: space.scopes.includes('pages:read'),
  });
  const booking = data?.data.find(({ calendar_event_id }) => calendar_event_id === entry.id);
  return (
    <div className="notice">
      <p>
        This entry belongs to a booking, so its time changes only with the booking.
        {booking && <Link href={spacePath(space.id, `/bookings/${booking.id}`)}>Open the booking of {booking.guest.name}</Link>}
      </p>
    </div>
  );
}
