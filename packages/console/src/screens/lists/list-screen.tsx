import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearch } from 'wouter';
import type { Arguments } from '../../api/send.ts';
import { call } from '../../api/space-client.ts';
import { LogNews, logOptions } from '../../live/log-news.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { MatchedRead } from '../../routing/match-route.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { CreateAct, ListActs } from '../acts/list-acts.tsx';
import { type Entry, readOfEntry } from './entry.ts';
import { argumentsFrom, missingParams } from './filter-values.ts';
import { Filters } from './filters.tsx';
import { ListTable } from './list-table.tsx';
import { MissingNotice } from './missing-notice.tsx';
import { PlaceTabs } from './place-tabs.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { titleOf } from './titles.ts';
import { useShape } from './use-shape.ts';

/** One page of any list; the feed of events names its entries otherwise. */
interface AnyPage {
  readonly data?: readonly Entry[];
  readonly events?: readonly Entry[];
  readonly has_more?: boolean;
  readonly next_cursor: string | null;
}

const PAGE_SIZE = 50;

const params = { open: text };

/** Renders any list of the catalog: its filter, its entries, and a button for older ones. */
export function ListScreen({ read }: { readonly read: MatchedRead }): ReactElement {
  const search = useSearch();
  const shape = useShape(read.contract, read.name);
  const args = { ...read.args, ...argumentsFrom(shape?.params ?? [], search) };
  const missing = missingParams(shape?.params ?? [], args);
  return (
    <>
      <PageHead title={titleOf(read)}>
        <SameCall contract={read.contract} name={read.name} args={args} />
        <ListActs read={read} />
      </PageHead>
      <PlaceTabs path={read.path} />
      {shape ? (
        <>
          <Filters params={shape.params} />
          {missing.length > 0 ? <MissingNotice missing={missing} /> : <List read={read} args={args} />}
        </>
      ) : (
        <Skeleton />
      )}
    </>
  );
}

function List({ read, args }: { readonly read: MatchedRead; readonly args: Arguments }): ReactElement {
  const space = useSpace();
  const shape = useShape(read.contract, read.name);
  const [{ open }, setParams] = useSearchParams(params);
  const opened = open === undefined ? undefined : readOfEntry(read, open);
  const isFeed = read.answer === 'feed';
  const isLog = read.contract === 'activity';
  const queryKey = ['space', space.id, read.contract, read.name, args];
  const readPage = (given: string, signal?: AbortSignal) => {
    const cursor = given === '' ? {} : { [isFeed ? 'after' : 'cursor']: given };
    const limit = read.answer === 'whole' ? {} : { limit: PAGE_SIZE };
    return call(space.id, read.contract, read.name, { ...args, ...limit, ...cursor }, signal && { signal }) as Promise<AnyPage>;
  };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...(isLog && logOptions),
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor, has_more }) => (has_more === false ? undefined : next_cursor),
  });
  const entries = data?.pages.flatMap((page) => page.data ?? page.events ?? []);
  if (!entries || !shape) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const isFiltered = Object.keys(args).length > Object.keys(read.args).length;
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {isLog && (
        <LogNews queryKey={queryKey} readNewest={async () => ({ data: [], ...(await readPage('')) })} idOf={(entry) => String(entry.id)} />
      )}
      {entries.length === 0 ? (
        <EmptyState sentence={isFiltered ? 'Nothing matches this filter.' : `There is nothing in ${titleOf(read).toLowerCase()} yet.`}>
          {!isFiltered && <CreateAct read={read} />}
          {!isFiltered && <SameCall contract={read.contract} name={read.name} args={args} />}
        </EmptyState>
      ) : (
        <ListTable read={read} shape={shape} entries={entries} onOpen={(id) => setParams({ open: id })} />
      )}
      {opened && <RecordDrawer read={opened} onClose={() => setParams({ open: undefined }, { replace: true })} />}
      {hasNextPage && (
        <MoreButton label={isFeed ? 'Show later entries' : 'Show more'} isReading={isFetchingNextPage} onMore={fetchNextPage} />
      )}
    </>
  );
}
