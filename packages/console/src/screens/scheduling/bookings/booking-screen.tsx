import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import '../booking-pages/booking-pages.css';
import { useThing } from '../../../api/use-thing.ts';
import { IdText } from '../../../parts/id-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { Answers } from './answers.tsx';
import { type Booking, bookingsKey, readAnswers } from './booking.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingTimes } from './booking-time.tsx';

const places = {
  service_meet: 'The host sends a link',
  in_person: 'At an address',
  phone_call: 'By phone',
  custom_link: 'Online',
} as const;

/** Renders a booking: when, who, where, the answers of the guest, and what can be done with it. */
export function BookingScreen({ id = '' }: Readonly<Record<string, string>>): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Booking>(space.id, 'bookings', 'get', { id });
  const booking = data?.value;
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/bookings')}>Bookings</Link> /
        </span>
      </nav>
      {booking || error ? (
        <PageHead title={booking ? `${booking.booking_page} with ${booking.guest.name}` : 'Booking'}>
          <SameCall contract="bookings" name="get" args={{ id }} />
        </PageHead>
      ) : (
        <h1 className="hidden-text">Booking</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!booking && !error && <Skeleton />}
      {booking && (
        <>
          <BookingActions booking={booking} />
          <BookingFacts booking={booking} />
          <AnswersOf booking={booking} />
        </>
      )}
    </>
  );
}

function BookingFacts({ booking }: { readonly booking: Booking }): ReactElement {
  const space = useSpace();
  const { guest, location, calendar_event_id, contact_id } = booking;
  const isLink = location.value?.startsWith('https://') ?? false;
  return (
    <dl className="card facts">
      <dt>State</dt>
      <dd>
        <StateBadge state={booking.status} />
        {booking.cancelled_at !== null && (
          <>
            {' '}
            <TimeAgo at={booking.cancelled_at} />
            {booking.cancellation_reason !== null && <div>{booking.cancellation_reason}</div>}
          </>
        )}
        {booking.is_forced && <div className="soft">Booked without a check that the time is free.</div>}
      </dd>
      <dt>When</dt>
      <dd>
        <BookingTimes starts_at={booking.starts_at} ends_at={booking.ends_at} timezone={booking.timezone} guestZone={guest.timezone} />
      </dd>
      <dt>Guest</dt>
      <dd>
        {guest.name}, {guest.email}
        {guest.phone !== null && `, ${guest.phone}`}
        {contact_id !== null && (
          <div>
            <Link href={spacePath(space.id, `/contacts/${contact_id}`)}>Open the contact</Link>
          </div>
        )}
      </dd>
      <dt>Place</dt>
      <dd>
        {places[location.type]}
        {location.value !== null && ': '}
        {location.value !== null && isLink ? (
          <a href={location.value} target="_blank" rel="noreferrer">
            {location.value}
          </a>
        ) : (
          location.value
        )}
      </dd>
      {booking.notes !== null && (
        <>
          <dt>Notes of the guest</dt>
          <dd>{booking.notes}</dd>
        </>
      )}
      <dt>Booking page</dt>
      <dd>
        <Link href={spacePath(space.id, `/booking-pages/${booking.booking_page_id}`)}>{booking.booking_page}</Link>
      </dd>
      {calendar_event_id !== null && (
        <>
          <dt>Calendar</dt>
          <dd>
            <Link
              href={spacePath(space.id, `/calendar?day=${booking.starts_at.slice(0, 10)}&open=${calendar_event_id}@${booking.starts_at}`)}
            >
              Show it in the calendar
            </Link>
          </dd>
        </>
      )}
      <dt>Booked</dt>
      <dd>
        <TimeAgo at={booking.created_at} />
        {booking.sequence > 0 && (
          <span className="soft">, moved or cancelled {booking.sequence === 1 ? 'once' : `${booking.sequence} times`}</span>
        )}
      </dd>
      <dt>Id</dt>
      <dd>
        <IdText id={booking.id} />
      </dd>
    </dl>
  );
}

/** Renders the answers of the guest to the form of the page. */
function AnswersOf({ booking }: { readonly booking: Booking }): ReactElement | null {
  const space = useSpace();
  const canRead = space.scopes.includes('forms:read');
  const { data, error, refetch } = useQuery({
    queryKey: [...bookingsKey(space.id), 'answers', booking.id],
    queryFn: ({ signal }) => readAnswers(space.id, booking, signal),
    enabled: canRead && booking.form_submission_id !== null,
  });
  if (booking.form_submission_id === null || !canRead) return null;
  return (
    <section className="card stack" aria-label="Answers">
      <h2>Answers</h2>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data === null && (
        <p>
          The page has another form now. The answers are the submission <IdText id={booking.form_submission_id} />.
        </p>
      )}
      {data && <Answers fields={data.fields} data={data.data} />}
    </section>
  );
}
