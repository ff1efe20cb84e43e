import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Listener, listenerState, typesText } from '../listening/listener.ts';

/** Renders listeners with their state, target and event types. A listener of every event has the colour of a warning. */
export function ListenerTable({ listeners }: { readonly listeners: readonly Listener[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Kind</th>
            <th scope="col">Sent to</th>
            <th scope="col">Events</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {listeners.map((listener) => (
            <tr key={listener.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/event-subscriptions/${listener.id}`)} className="cut">
                  {listener.name}
                </Link>
              </td>
              <td data-label="State">
                <StateBadge state={listenerState(listener)} />
              </td>
              <td data-label="Kind">{listener.kind}</td>
              <td data-label="Sent to">
                <span className="cut mono">{listener.url ?? '–'}</span>
              </td>
              <td data-label="Events">
                <TypesBadge types={listener.event_types} />
              </td>
              <td data-label="Created">
                <TimeAgo at={listener.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the event types of a listener; every event is a warning, because it is many requests. */
export const TypesBadge = ({ types }: { readonly types: readonly string[] }): ReactElement => (
  <span className={types.includes('*') ? 'badge warn' : undefined} title={types.join(', ')}>
    {typesText(types)}
  </span>
);
