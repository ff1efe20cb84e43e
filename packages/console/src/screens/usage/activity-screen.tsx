import './usage.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { LogNews, logOptions } from '../../live/log-news.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Select } from '../../parts/select.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { count, flag, oneOf, text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { ActivityDrawer } from './activity-drawer.tsx';
import { ActivityTable } from './activity-table.tsx';

const PAGE_SIZE = 50;
const actorKinds = ['person', 'agent', 'automation', 'api_key'] as const;
const channels = ['rest', 'mcp', 'automation', 'console'] as const;
const outcomes = [
  'ok',
  'invalid',
  'missing_scope',
  'forbidden',
  'not_found',
  'conflict',
  'precondition_failed',
  'limit_reached',
  'internal',
] as const;

const params = {
  who: oneOf(actorKinds),
  channel: oneOf(channels),
  outcome: oneOf(outcomes),
  changes: flag,
  actor: text,
  thing: text,
  operation: text,
  open: count,
};

/** Renders the calls of the last 30 days, newest first; the filter and the open call stand in the address. */
export function ActivityScreen(): ReactElement {
  const space = useSpace();
  const [path, navigate] = useLocation();
  const [{ who, channel, outcome, changes, actor, thing, operation, open }, setParams] = useSearchParams(params);
  const filter = {
    ...(who && { actor_kind: who }),
    ...(channel && { channel }),
    ...(outcome && { outcome }),
    ...(changes && { changes }),
    ...(actor && { actor_id: actor }),
    ...(thing && { resource_id: thing }),
    ...(operation && { operation }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const queryKey = ['space', space.id, 'activity', 'list', filter];
  const readPage = (cursor: string, signal?: AbortSignal) =>
    spaceClient(space.id).activity.list({ ...filter, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) }, signal && { signal });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...logOptions,
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const lines = data?.pages.flatMap((page) => page.data);
  const opened = lines?.find(({ id }) => id === open);
  return (
    <>
      <PageHead title="Activity" about="Each call with a key, each action of an automation and each change in the console, for 30 days.">
        <SameCall contract="activity" name="list" args={filter} />
      </PageHead>
      <div className="filters">
        <Select
          label="Who"
          value={who ?? ''}
          choices={[['', 'Anyone'], ...actorKinds.map((kind) => [kind, kind.replaceAll('_', ' ')] as const)]}
          onChoose={(chosen) => setParams({ who: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        <Select
          label="Outcome"
          value={outcome ?? ''}
          choices={[['', 'Any outcome'], ...outcomes.map((one) => [one, one === 'ok' ? 'done' : one.replaceAll('_', ' ')] as const)]}
          onChoose={(chosen) => setParams({ outcome: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        <Select
          label="Channel"
          value={channel ?? ''}
          choices={[['', 'Any channel'], ...channels.map((one) => [one, one] as const)]}
          onChoose={(chosen) => setParams({ channel: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        <label className="row">
          <input
            type="checkbox"
            checked={changes ?? false}
            onChange={(event) => setParams({ changes: event.target.checked || undefined }, { replace: true })}
          />
          Only changes
        </label>
        {isFiltered && <Button onClick={() => navigate(path, { replace: true })}>Clear the filter</Button>}
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      <LogNews queryKey={queryKey} readNewest={() => readPage('')} idOf={({ id }) => id} />
      {!lines && !error && <Skeleton />}
      {lines?.length === 0 && (
        <EmptyState
          sentence={isFiltered ? 'No call of the last 30 days matches this filter.' : 'No call yet. Each call with a key shows here.'}
        />
      )}
      {lines && lines.length > 0 && <ActivityTable lines={lines} onOpen={({ id }) => setParams({ open: id })} />}
      {hasNextPage && <MoreButton label="Show older calls" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {opened && <ActivityDrawer line={opened} onClose={() => setParams({ open: undefined })} />}
    </>
  );
}
