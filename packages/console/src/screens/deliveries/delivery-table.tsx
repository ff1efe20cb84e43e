import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { attemptText, type FoundDelivery } from './delivery.ts';

/** Props of the table; without `onChoose` no delivery can be chosen, and without `nameOf` the listener is not shown. */
export interface DeliveryTableProps {
  readonly deliveries: readonly FoundDelivery[];
  readonly nameOf: ((subscription_id: string) => string) | undefined;
  readonly keyOf: (delivery: FoundDelivery) => string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
}

/** Renders deliveries with their state, last answer and next attempt. */
export function DeliveryTable({ deliveries, nameOf, keyOf, chosen, onChoose }: DeliveryTableProps): ReactElement {
  const space = useSpace();
  const allKeys = deliveries.map(keyOf);
  const isAll = allKeys.every((key) => chosen.has(key));
  const toggle = (key: string) => onChoose?.(chosen.symmetricDifference(new Set([key])));
  return (
    <div className="table-box cards">
      <table className="table deliveries">
        <thead>
          <tr>
            {onChoose && (
              <th scope="col">
                <input type="checkbox" aria-label="Choose all" checked={isAll} onChange={() => onChoose(new Set(isAll ? [] : allKeys))} />
              </th>
            )}
            <th scope="col">Event</th>
            <th scope="col">State</th>
            {nameOf && <th scope="col">Listener</th>}
            <th scope="col">Last answer</th>
            <th scope="col" className="end">
              Attempts
            </th>
            <th scope="col">Next attempt</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={keyOf(delivery)}>
              {onChoose && (
                <td data-label="Choose">
                  <input
                    type="checkbox"
                    aria-label={`Choose delivery ${delivery.delivery_id}`}
                    checked={chosen.has(keyOf(delivery))}
                    onChange={() => toggle(keyOf(delivery))}
                  />
                </td>
              )}
              <td className="first">
                <Link
                  href={spacePath(space.id, `/event-subscriptions/${delivery.subscription_id}/deliveries/${delivery.delivery_id}`)}
                  className="cut"
                >
                  {delivery.event_type}
                </Link>
              </td>
              <td data-label="State">
                <StateBadge state={delivery.status} />
              </td>
              {nameOf && (
                <td data-label="Listener">
                  <Link href={spacePath(space.id, `/event-subscriptions/${delivery.subscription_id}`)} className="cut">
                    {nameOf(delivery.subscription_id)}
                  </Link>
                </td>
              )}
              <td data-label="Last answer" className="number">
                {delivery.last_attempt ? attemptText(delivery.last_attempt) : <span className="soft">–</span>}
              </td>
              <td data-label="Attempts" className="end number">
                {delivery.attempt_count}
              </td>
              <td data-label="Next attempt">
                {delivery.next_attempt_at ? <TimeAgo at={delivery.next_attempt_at} /> : <span className="soft">–</span>}
              </td>
              <td data-label="Created">
                <TimeAgo at={delivery.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
