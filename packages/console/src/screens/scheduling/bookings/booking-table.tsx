import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Booking } from './booking.ts';
import { ShortBookingTime } from './booking-time.tsx';

/** Renders bookings with their guest, time, page and state. */
export function BookingTable({ bookings }: { readonly bookings: readonly Booking[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Guest</th>
            <th scope="col">When</th>
            <th scope="col">Page</th>
            <th scope="col">State</th>
            <th scope="col">Booked</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.id} data-ended={booking.status === 'cancelled' || undefined}>
              <td className="first">
                <Link href={spacePath(space.id, `/bookings/${booking.id}`)} className="cut">
                  {booking.guest.name}
                </Link>
                <span className="soft cut">{booking.guest.email}</span>
              </td>
              <td data-label="When">
                <ShortBookingTime starts_at={booking.starts_at} ends_at={booking.ends_at} timezone={booking.timezone} />
              </td>
              <td data-label="Page">
                <span className="cut">{booking.booking_page}</span>
              </td>
              <td data-label="State">
                <StateBadge state={booking.status} />
              </td>
              <td data-label="Booked">
                <TimeAgo at={booking.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
