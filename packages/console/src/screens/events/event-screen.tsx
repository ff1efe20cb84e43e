import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/api-error.ts';
import { BodyView } from '../../parts/body-view.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import { useListenerNames } from '../listening/use-listener-names.ts';
import { actorName, eventQuery, type StoredEvent } from './event.ts';

/** Renders a stored event: its data and its deliveries. */
export function EventScreen({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const nameOf = useListenerNames();
  const { data: event, error, refetch } = useQuery(eventQuery(space.id, id));
  const isMissing = error !== null && asApiError(error).status === 404;
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/events')}>Events</Link> /
        </span>
      </nav>
      {event || error ? (
        <PageHead title={event?.label ?? 'Event'}>
          <SameCall contract="events" name="get" args={{ id }} />
        </PageHead>
      ) : (
        <h1 className="hidden-text">Event</h1>
      )}
      {error && !isMissing && <ProblemNotice error={error} onRetry={refetch} />}
      {isMissing && (
        <div className="notice warn">
          <p className="title">This event is not stored.</p>
          <p>An event is stored for 14 days, and only while a listener names its type.</p>
        </div>
      )}
      {!event && !error && <Skeleton />}
      {event && <EventFacts event={event} />}
      <section className="stack" aria-label="Deliveries">
        <h2>Deliveries</h2>
        <DeliveryLog filter={{ event_id: id }} nameOf={nameOf} />
      </section>
    </>
  );
}

function EventFacts({ event }: { readonly event: StoredEvent }): ReactElement {
  const space = useSpace();
  return (
    <>
      <dl className="card facts">
        <dt>Type</dt>
        <dd>
          <Link href={spacePath(space.id, `/event-types?type=${event.type}`)} className="mono">
            {event.type}
          </Link>
        </dd>
        <dt>Occurred</dt>
        <dd>
          <TimeAgo at={event.occurred_at} />
        </dd>
        <dt>Caused by</dt>
        <dd>{actorName(event)}</dd>
        <dt>Id</dt>
        <dd>
          <IdText id={event.id} />
        </dd>
      </dl>
      <section className="card stack" aria-label="Data">
        <h2>Data</h2>
        <BodyView body={JSON.stringify(event.data, null, 2)} label="Copy the data" />
      </section>
    </>
  );
}
