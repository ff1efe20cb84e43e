import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { flag } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { pageFilter, pageParams, pagesQuery } from '../queries/page.ts';
import { sitesQuery } from '../queries/site.ts';
import { CreatePageDialog } from './create-page-dialog.tsx';
import { PageTable } from './page-table.tsx';

const params = { ...pageParams, new: flag };

/** Renders the pages of a Space with a filter by site and state, and a form for a new one. */
export function PagesScreen(): ReactElement {
  const space = useSpace();
  const [{ site, status, new: isNew }, setParams] = useSearchParams(params);
  const filter = pageFilter({ site, status });
  const { data: sites = [], refetch: rereadSites } = useQuery(sitesQuery(space.id));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesQuery(space.id, filter));
  const pages = data?.pages.flatMap((one) => one.data);
  const isFiltered = Object.keys(filter).length > 0;
  const create = space.scopes.includes('pages:write') && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a page
    </Button>
  );
  return (
    <>
      <PageHead title="Pages" about="A page is an HTML document of your own. Visitors see a change when you publish it.">
        <SameCall contract="pages" name="list" args={filter} />
        {create}
      </PageHead>
      <PlaceTabs path="/pages" />
      {(isFiltered || sites.length > 0 || (pages?.length ?? 0) > 0) && (
        <div className="filters">
          <SelectField
            label="Site"
            value={site ?? ''}
            choices={[['', 'Any site'], ...sites.map(({ id, title }) => [id, title] as const)]}
            onChoose={(chosen) => setParams({ site: chosen || undefined }, { replace: true })}
          />
          <SelectField
            label="State"
            value={status ?? ''}
            choices={[
              ['', 'Any state'],
              ['published', 'Published'],
              ['unpublished', 'Unpublished'],
            ]}
            onChoose={(chosen) => setParams({ status: chosen === '' ? undefined : chosen }, { replace: true })}
          />
        </div>
      )}
      {error && <ProblemNotice error={error} onRetry={() => void Promise.all([refetch(), rereadSites()])} />}
      {!pages && !error && <Skeleton />}
      {pages?.length === 0 && (
        <EmptyState
          sentence={isFiltered ? 'No page matches this filter.' : 'No page yet. A page is a document with an address of its own.'}
        >
          {!isFiltered && create}
        </EmptyState>
      )}
      {pages && pages.length > 0 && <PageTable pages={pages} siteTitle={(id) => sites.find((one) => one.id === id)?.title ?? id} />}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {isNew && <CreatePageDialog site_id={site} onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}
