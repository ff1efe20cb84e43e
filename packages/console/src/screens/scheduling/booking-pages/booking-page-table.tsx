import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { SpaceClient } from '../../../api/space-client.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';

type Summary = Awaited<ReturnType<SpaceClient['booking_pages']['list']>>['data'][number];

/** Renders booking pages with their state, length, zone and public link. */
export function BookingPageTable({ pages }: { readonly pages: readonly Summary[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Length</th>
            <th scope="col">Zone</th>
            <th scope="col">Calendar</th>
            <th scope="col">Changed</th>
            <th scope="col">Link</th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/booking-pages/${page.id}`)} className="cut">
                  {page.name}
                </Link>
              </td>
              <td data-label="State">
                <StateBadge state={page.status} />
              </td>
              <td data-label="Length" className="number">
                {page.duration_minutes} min{page.booking_type === 'group' && `, ${page.capacity} guests`}
              </td>
              <td data-label="Zone">{page.timezone}</td>
              <td data-label="Calendar">
                <span className="cut">{page.calendar}</span>
              </td>
              <td data-label="Changed">
                <TimeAgo at={page.updated_at} />
              </td>
              <td data-label="Link">
                <CopyButton text={page.url} label={`Copy the public link of ${page.name}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
