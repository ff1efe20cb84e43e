import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { listenersList } from '../listening/listener.ts';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { CreateListenerDialog } from './create-listener-dialog.tsx';
import { ListenerTable } from './listener-table.tsx';

const params = { new: flag };

/** Renders the listeners of a Space, and a form for a new webhook. */
export function ListenersScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data, error, refetch } = useQuery(listenersList(space.id));
  const create = space.scopes.includes('automations:write') && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a webhook
    </Button>
  );
  return (
    <>
      <PageHead title="Listeners" about="A listener receives events of this Space: by a webhook, by a feed, or in the chat of an agent.">
        <SameCall contract="event_subscriptions" name="list" />
        {create}
      </PageHead>
      <PlaceTabs path="/event-subscriptions" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.data.length === 0 && (
        <EmptyState sentence="No listener yet. A webhook sends a signed request to your address for each event.">{create}</EmptyState>
      )}
      {data && data.data.length > 0 && <ListenerTable listeners={data.data} />}
      {isNew && <CreateListenerDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}
