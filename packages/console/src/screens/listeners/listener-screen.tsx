import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useThing } from '../../api/use-thing.ts';
import { IdText } from '../../parts/id-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import { type Listener, listenerState } from '../listening/listener.ts';
import { ListenerActions } from './listener-actions.tsx';
import { TypesBadge } from './listener-table.tsx';
import { WhyBox } from './why-box.tsx';

/** Renders a listener: its state, what can be done with it, why an event did not arrive, and its deliveries. */
export function ListenerScreen({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Listener>(space.id, 'event_subscriptions', 'get', { id });
  const listener = data?.value;
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/event-subscriptions')}>Listeners</Link> /
        </span>
      </nav>
      {listener || error ? (
        <PageHead title={listener?.name ?? 'Listener'}>
          <SameCall contract="event_subscriptions" name="get" args={{ id }} />
        </PageHead>
      ) : (
        <h1 className="hidden-text">Listener</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!listener && !error && <Skeleton />}
      {listener && (
        <>
          <DisabledBanner listener={listener} />
          {space.scopes.includes('automations:write') && <ListenerActions listener={listener} etag={data.etag} />}
          <ListenerFacts listener={listener} />
          {listener.kind === 'webhook' && (
            <>
              <WhyBox id={id} />
              <section className="stack" aria-label="Deliveries">
                <h2>Deliveries</h2>
                <DeliveryLog filter={{ subscription_id: id }} />
              </section>
            </>
          )}
        </>
      )}
    </>
  );
}

/** Renders why the service disabled a listener, and how it is enabled again. */
function DisabledBanner({ listener }: { readonly listener: Listener }): ReactElement | null {
  if (listenerState(listener) !== 'disabled') return null;
  return (
    <div className="notice bad">
      <p className="title">This webhook is disabled.</p>
      <p>{listener.disabled_reason}</p>
      <p>
        Repair the receiver and send a test. Then enable the webhook and recover what it missed
        {listener.disabled_at && (
          <>
            {' since '}
            <TimeAgo at={listener.disabled_at} />
          </>
        )}
        .
      </p>
    </div>
  );
}

function ListenerFacts({ listener }: { readonly listener: Listener }): ReactElement {
  const hasFilters = Object.keys(listener.filters).length > 0;
  return (
    <dl className="card facts">
      <dt>State</dt>
      <dd>
        <StateBadge state={listenerState(listener)} />
      </dd>
      <dt>Kind</dt>
      <dd>{listener.kind}</dd>
      {listener.url && (
        <>
          <dt>Sent to</dt>
          <dd className="mono">{listener.url}</dd>
        </>
      )}
      <dt>Events</dt>
      <dd>{listener.event_types.includes('*') ? <TypesBadge types={listener.event_types} /> : listener.event_types.join(', ')}</dd>
      {hasFilters && (
        <>
          <dt>Filters</dt>
          <dd className="mono">{JSON.stringify(listener.filters)}</dd>
        </>
      )}
      {listener.kind === 'webhook' && (
        <>
          <dt>Dead deliveries in a row</dt>
          <dd>{listener.consecutive_dead_deliveries} of 15, after which it is disabled</dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <TimeAgo at={listener.created_at} />
      </dd>
      <dt>Id</dt>
      <dd>
        <IdText id={listener.id} />
      </dd>
    </dl>
  );
}
