import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import './booking-pages.css';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { flag, oneOf } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { pageStatuses, pagesKey } from './booking-page.ts';
import { BookingPageTable } from './booking-page-table.tsx';
import { CreatePageDialog } from './create-page-dialog.tsx';
import { statusChoices } from './page-values.ts';

const params = { new: flag, status: oneOf(pageStatuses) };

/** Renders the booking pages of a Space, and a form for a new one. */
export function BookingPagesScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew, status }, setParams] = useSearchParams(params);
  const filter = status === undefined ? {} : { status };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...pagesKey(space.id), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).booking_pages.list({ ...filter, limit: 50, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const pages = data?.pages.flatMap((page) => page.data);
  const create = space.scopes.includes('pages:write') && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a booking page
    </Button>
  );
  return (
    <>
      <PageHead title="Booking pages" about="A booking page offers guests the free times of a calendar of this Space.">
        <SameCall contract="booking_pages" name="list" args={filter} />
        {create}
      </PageHead>
      <PlaceTabs path="/booking-pages" />
      <div className="booking-filter">
        <SelectField
          label="State"
          value={status ?? ''}
          choices={[['', 'Every state'], ...statusChoices]}
          onChoose={(chosen) => setParams({ status: chosen === '' ? undefined : chosen }, { replace: true })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!pages && !error && <Skeleton />}
      {pages?.length === 0 && (
        <EmptyState
          sentence={
            status === undefined
              ? 'No booking page yet. Create one, and send its link to people who are to book a time.'
              : 'No booking page is in this state.'
          }
        >
          {status === undefined && create}
        </EmptyState>
      )}
      {pages && pages.length > 0 && <BookingPageTable pages={pages} />}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()}>Show older pages</Button>
        </div>
      )}
      {isNew && <CreatePageDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}
