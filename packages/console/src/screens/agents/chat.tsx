import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { LogNews, logOptions } from '../../live/log-news.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useSpace } from '../../shell/session.tsx';
import { agentsQuery } from './agent.ts';

/** Renders the chat of an agent, newest first: the events that its listeners wrote, as plain text. */
export function Chat({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const queryKey = [...agentsQuery(space.id), 'read_chat', id];
  const readPage = (cursor: string, signal?: AbortSignal) =>
    spaceClient(space.id).agents.read_chat({ agent_id: id, ...(cursor !== '' && { cursor }) }, signal && { signal });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...logOptions,
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const lines = data?.pages.flatMap((page) => page.data);
  return (
    <section className="stack" aria-label="Chat">
      <h2>Chat</h2>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!lines && !error && <Skeleton />}
      {lines?.length === 0 && (
        <EmptyState sentence="No line yet. The agent creates a listener with its own key, and its events appear here." />
      )}
      <LogNews queryKey={queryKey} readNewest={() => readPage('')} idOf={(line) => line.id} />
      {lines && lines.length > 0 && (
        <ol className="stack">
          {lines.map((line) => (
            <li key={line.id} className="card">
              <p className="break">{line.text}</p>
              <p className="soft">
                {line.subscription}, {line.event_count} {line.event_count === 1 ? 'event' : 'events'}, <TimeAgo at={line.created_at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && <MoreButton label="Show older lines" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </section>
  );
}
