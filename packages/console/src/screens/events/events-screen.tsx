import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { LogNews, logOptions } from '../../live/log-news.tsx';
import { eventTypes } from '../../made/event-types.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Select } from '../../parts/select.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { oneOf, text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type EventFilter, eventsQuery } from './event.ts';
import { EventLogFeed } from './event-log-feed.tsx';
import { EventTable } from './event-table.tsx';

const PAGE_SIZE = 50;

const actorKinds = ['person', 'agent', 'automation', 'api_key'] as const;

const params = { type: text, actor: oneOf(actorKinds), contact: text, thing: text };

/** Renders the stored events, newest first; the filter stands in the address. */
export function EventsScreen(): ReactElement {
  const space = useSpace();
  const [path, navigate] = useLocation();
  const [{ type, actor, contact, thing }, setParams] = useSearchParams(params);
  const filter: EventFilter = {
    ...(type && { types: [type] }),
    ...(actor && { actor_kind: actor }),
    ...(contact && { contact_id: contact }),
    ...(thing && { resource_id: thing }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const queryKey = [...eventsQuery(space.id), 'search', filter];
  const readPage = (cursor: string, signal?: AbortSignal) =>
    spaceClient(space.id).events.search({ ...filter, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) }, signal && { signal });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...logOptions,
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const events = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHead title="Events" about="What happened in this Space, newest first.">
        <Link href={spacePath(space.id, '/event-types')} className="button plain">
          The event types
        </Link>
        <SameCall contract="events" name="search" args={filter} />
      </PageHead>
      <div className="filters">
        <Select
          label="Event type"
          value={type ?? ''}
          choices={[['', 'Any event type'], ...eventTypes.map((one) => [one.type, one.label] as const)]}
          onChoose={(chosen) => setParams({ type: chosen || undefined }, { replace: true })}
        />
        <Select
          label="Caused by"
          value={actor ?? ''}
          choices={[['', 'Caused by anyone'], ...actorKinds.map((kind) => [kind, kind.replaceAll('_', ' ')] as const)]}
          onChoose={(chosen) => setParams({ actor: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        {isFiltered && <Button onClick={() => navigate(path, { replace: true })}>Clear the filter</Button>}
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!events && !error && <Skeleton />}
      {events && !isFiltered && <EventLogFeed isEmpty={events.length === 0} />}
      {events?.length === 0 && isFiltered && (
        <EmptyState sentence={hasNextPage ? 'Nothing matches among the newest events.' : 'No stored event matches this filter.'} />
      )}
      <LogNews queryKey={queryKey} readNewest={() => readPage('')} idOf={({ id }) => id} />
      {events && events.length > 0 && <EventTable events={events} />}
      {hasNextPage && <MoreButton label="Show older events" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
