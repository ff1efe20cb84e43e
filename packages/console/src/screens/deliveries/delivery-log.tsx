import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { LogNews, logOptions } from '../../live/log-news.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type DeliveryFilter, deliveriesQuery, type FoundDelivery } from './delivery.ts';
import { DeliveryTable } from './delivery-table.tsx';

const PAGE_SIZE = 50;

/** The most deliveries that one call sends again. */
const MAX_CHOSEN = 100;

/** Identifies a delivery in all of a Space. */
const keyOf = ({ subscription_id, delivery_id }: FoundDelivery): string => `${subscription_id}/${delivery_id}`;

/** Props of a list of deliveries: its filter, and how names of listeners are shown. */
export interface DeliveryLogProps {
  readonly filter: DeliveryFilter;
  readonly nameOf?: (subscription_id: string) => string;
}

/** Renders deliveries, newest first, of which some can be chosen and sent again. */
export function DeliveryLog({ filter, nameOf }: DeliveryLogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const queryKey = [...deliveriesQuery(space.id), 'search', filter];
  const readPage = (cursor: string, signal?: AbortSignal) =>
    spaceClient(space.id).deliveries.search({ ...filter, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) }, signal && { signal });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...logOptions,
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const found = data?.pages.flatMap((page) => page.data);
  if (!found) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const selected = found.filter((delivery) => chosen.has(keyOf(delivery))).slice(0, MAX_CHOSEN);

  async function resend(): Promise<void> {
    setBusy(true);
    try {
      const deliveries = selected.map(({ subscription_id, delivery_id }) => ({ subscription_id, delivery_id }));
      const options = { idempotency_key: newIdempotencyKey() };
      const { queued, refused, results } = await spaceClient(space.id).deliveries.resend_bulk({ deliveries }, options);
      setChosen(new Set(results.filter(({ outcome }) => outcome !== 'queued').map((one) => `${one.subscription_id}/${one.delivery_id}`)));
      await queries.invalidateQueries({ queryKey: deliveriesQuery(space.id) });
      sayDone(
        `${queued} queued${refused > 0 ? `, ${refused} refused` : ''}.`,
        results.find(({ error: reason }) => reason !== null)?.error ?? undefined,
      );
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      <LogNews queryKey={queryKey} readNewest={() => readPage('')} idOf={keyOf} />
      {found.length === 0 ? (
        <EmptyState
          sentence={
            hasNextPage
              ? 'Nothing matches among the newest deliveries.'
              : 'No delivery here. One appears with the next event that a webhook receives.'
          }
        />
      ) : (
        <DeliveryTable
          deliveries={found}
          nameOf={nameOf}
          keyOf={keyOf}
          chosen={chosen}
          onChoose={space.scopes.includes('automations:write') ? setChosen : undefined}
        />
      )}
      {selected.length > 0 && (
        <div className="chosen-bar">
          <span role="status">
            {selected.length} chosen{selected.length === MAX_CHOSEN && ', the most that one call sends'}
          </span>
          <Button small look="plain" onClick={() => setChosen(new Set())}>
            Choose none
          </Button>
          <Button look="primary" disabled={isBusy} onClick={() => void resend()}>
            Send again
          </Button>
        </div>
      )}
      {hasNextPage && <MoreButton label="Show older deliveries" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
