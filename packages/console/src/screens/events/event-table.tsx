import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { aboutText, actorName, type StoredEvent } from './event.ts';

/** Renders events with what they are about and who caused them. */
export function EventTable({ events }: { readonly events: readonly StoredEvent[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">About</th>
            <th scope="col">Caused by</th>
            <th scope="col">Occurred</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/events/${event.id}`)} className="cut">
                  {event.label}
                </Link>
              </td>
              <td data-label="About">
                <span className="cut">{aboutText(event)}</span>
              </td>
              <td data-label="Caused by">
                <span className="cut">{actorName(event)}</span>
              </td>
              <td data-label="Occurred">
                <TimeAgo at={event.occurred_at} />
              </td>
              <td data-label="Type">
                <code className="soft">{event.type}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
