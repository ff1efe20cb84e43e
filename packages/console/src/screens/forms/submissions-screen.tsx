import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearch } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { argumentsFrom } from '../lists/filter-values.ts';
import { Filters } from '../lists/filters.tsx';
import { useShape } from '../lists/use-shape.ts';
import { ExportButton } from './export-button.tsx';
import { formsQuery, submissionsQuery } from './form.ts';
import { FormTabs } from './form-tabs.tsx';
import { SubmissionTable } from './submission-table.tsx';
import { SubmissionView } from './submission-view.tsx';
import './forms.css';

const PAGE_SIZE = 50;

const params = { open: text };

/** Renders what was sent through a form, with a column for each of its first questions. */
export function SubmissionsScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const search = useSearch();
  const shape = useShape('form_submissions', 'list');
  const [{ open }, setParams] = useSearchParams(params);
  const args = { id, ...argumentsFrom(shape?.params ?? [], search) };
  const form = useQuery({
    queryKey: [...formsQuery(space.id), 'get', { id }],
    queryFn: ({ signal }) => spaceClient(space.id).forms.get({ id }, { signal }),
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...submissionsQuery(space.id), 'list', args],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).form_submissions.list(
        { ...args, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
    enabled: shape !== undefined,
  });
  const submissions = data?.pages.flatMap((page) => page.data);
  const failure = error ?? form.error;
  const isFiltered = Object.keys(args).length > 1;
  const retry = () => {
    void refetch();
    void form.refetch();
  };
  return (
    <>
      <FormTabs id={id} name={form.data?.name} current="/submissions" />
      <PageHead title="Submissions" about={form.data && `Answers to “${form.data.name}”.`}>
        <SameCall contract="form_submissions" name="list" args={args} />
        {form.data && submissions && submissions.length > 0 && <ExportButton form={form.data} args={args} />}
      </PageHead>
      {shape && <Filters params={shape.params} />}
      {failure && <ProblemNotice error={failure} onRetry={retry} />}
      {(!submissions || !form.data) && !failure && <Skeleton />}
      {submissions?.length === 0 && (
        <EmptyState
          sentence={
            isFiltered
              ? 'No submission matches this filter.'
              : 'Answers appear here when people send the form on its public page, or programs over the API.'
          }
        >
          {!isFiltered && <SameCall contract="forms" name="submit" args={{ id, data: {} }} />}
        </EmptyState>
      )}
      {form.data && submissions && submissions.length > 0 && (
        <SubmissionTable form={form.data} submissions={submissions} onOpen={(submission) => setParams({ open: submission })} />
      )}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {open !== undefined && (
        <Dialog title="Submission" open look="drawer" onClose={() => setParams({ open: undefined }, { replace: true })}>
          <SubmissionView id={id} submission_id={open} onDeleted={() => setParams({ open: undefined }, { replace: true })} />
        </Dialog>
      )}
    </>
  );
}
