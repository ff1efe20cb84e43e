import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { count } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { listenerQuery } from '../listening/listener.ts';
import { type Delivery, deliveriesQuery } from './delivery.ts';
import { Exchange } from './exchange.tsx';
import { nextSentence } from './next-sentence.ts';
import { Timeline } from './timeline.tsx';

const params = { attempt: count };

/** Props of the screen of a delivery: the ids of its webhook and of itself. */
export interface DeliveryScreenProps {
  readonly id: string;
  readonly delivery_id: number;
}

/** Renders a delivery: what happens next, its attempts, what was sent, answered and signed. */
export function DeliveryScreen({ id, delivery_id }: DeliveryScreenProps): ReactElement {
  const space = useSpace();
  const listener = useQuery(listenerQuery(space.id, id));
  const [{ attempt }, setParams] = useSearchParams(params);
  const { data, error, refetch } = useQuery({
    queryKey: [...deliveriesQuery(space.id), 'get', id, delivery_id],
    queryFn: ({ signal }) => spaceClient(space.id).deliveries.get({ id, delivery_id }, { signal }),
  });
  const shown = data?.attempts.find(({ number }) => number === attempt) ?? data?.attempts.at(-1);
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/event-subscriptions')}>Listeners</Link> /
        </span>
        <span>
          <Link href={spacePath(space.id, `/event-subscriptions/${id}`)}>{listener.data?.name ?? id}</Link> /
        </span>
      </nav>
      <PageHead title={`Delivery ${delivery_id}`} about={data?.event_type}>
        <SameCall contract="deliveries" name="get" args={{ id, delivery_id }} />
        {data && space.scopes.includes('automations:write') && <ResendButton id={id} delivery={data} />}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <Now id={id} delivery={data} />}
      {data && data.attempts.length > 0 && (
        <Timeline attempts={data.attempts} shown={shown?.number} onShow={(number) => setParams({ attempt: number }, { replace: true })} />
      )}
      {shown && <Exchange key={shown.number} id={id} delivery_id={delivery_id} attempt={shown} url={listener.data?.url ?? undefined} />}
    </>
  );
}

/** Renders the state of a delivery, what happens next, and the way to its event. */
function Now({ id, delivery }: { readonly id: string; readonly delivery: Delivery }): ReactElement {
  const space = useSpace();
  return (
    <section className="card stack" aria-label="State">
      <p className="row" role="status">
        <StateBadge state={delivery.status} />
        <span>{nextSentence(delivery, new Date())}</span>
      </p>
      <p className="row">
        <Link href={spacePath(space.id, `/events/${delivery.event_id}`)}>
          The event <code>{delivery.event_id}</code>
        </Link>
        <Link href={spacePath(space.id, `/event-subscriptions/${id}?why=${delivery.event_id}`)}>Why it was sent</Link>
      </p>
    </section>
  );
}

function ResendButton({ id, delivery }: { readonly id: string; readonly delivery: Delivery }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { delivery_id } = delivery;
  async function resend(): Promise<void> {
    setBusy(true);
    try {
      await spaceClient(space.id).deliveries.resend({ id, delivery_id }, { idempotency_key: newIdempotencyKey() });
      await queries.invalidateQueries({ queryKey: deliveriesQuery(space.id) });
      sayDone(`Delivery ${delivery_id} is queued again.`, 'It has the same ids, and a new schedule of attempts.');
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button look="primary" disabled={isBusy || delivery.status === 'pending'} onClick={() => void resend()}>
      Send again
    </Button>
  );
}
