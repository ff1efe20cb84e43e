import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearch } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag, text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { argumentsFrom } from '../lists/filter-values.ts';
import { Filters } from '../lists/filters.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { useShape } from '../lists/use-shape.ts';
import { CreateFormDialog } from './create-form-dialog.tsx';
import { type FormSummary, formsQuery } from './form.ts';
import './forms.css';

const PAGE_SIZE = 50;

const params = { new: flag, search: text };

/** Renders the forms of a Space, with a way to create one. */
export function FormsScreen(): ReactElement {
  const space = useSpace();
  const shape = useShape('forms', 'list');
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const search = useSearch();
  const args = argumentsFrom(shape?.params ?? [], search);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...formsQuery(space.id), 'list', args],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).forms.list({ ...args, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
    enabled: shape !== undefined,
  });
  const forms = data?.pages.flatMap((page) => page.data);
  const canWrite = space.scopes.includes('forms:write');
  const create = canWrite && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      Create a form
    </Button>
  );
  const isFiltered = Object.keys(args).length > 0;
  return (
    <>
      <PageHead title="Forms" about="Questions for people outside of the Space, each with a public page.">
        <SameCall contract="forms" name="list" args={args} />
        {forms && forms.length > 0 && create}
      </PageHead>
      <PlaceTabs path="/forms" />
      {shape && <Filters params={shape.params} />}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!forms && !error && <Skeleton />}
      {forms?.length === 0 && (
        <EmptyState
          sentence={isFiltered ? 'No form matches this filter.' : 'A form asks people questions on a page, and keeps their answers here.'}
        >
          {!isFiltered && (
            <div className="row">
              {create}
              <SameCall contract="forms" name="create" args={{ name: 'Contact us', template: 'contact' }} />
            </div>
          )}
        </EmptyState>
      )}
      {forms && forms.length > 0 && <FormTable forms={forms} />}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {isNew && canWrite && <CreateFormDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}

function FormTable({ forms }: { readonly forms: readonly FormSummary[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col" className="end">
              Fields
            </th>
            <th scope="col">Answers</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {forms.map((form) => (
            <tr key={form.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/forms/${form.id}`)} className="cut">
                  {form.name}
                </Link>
              </td>
              <td data-label="Status">
                <StateBadge state={form.status} />
              </td>
              <td data-label="Fields" className="end number">
                {form.field_count}
              </td>
              <td data-label="Answers">
                <Link href={spacePath(space.id, `/forms/${form.id}/submissions`)} aria-label={`Submissions of ${form.name}`}>
                  Submissions
                </Link>
              </td>
              <td data-label="Changed">
                <TimeAgo at={form.updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
