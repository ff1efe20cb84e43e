import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { useTyped } from '../../../routing/use-typed.ts';
import '../booking-pages/booking-pages.css';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { flag } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { pageChoicesQuery } from '../booking-pages/booking-page.ts';
import { BookDialog } from './book-dialog.tsx';
import { bookingFilter, bookingParams, bookingsKey, periodChoices, statusChoices } from './booking.ts';
import { BookingTable } from './booking-table.tsx';

const params = { ...bookingParams, new: flag };
/** Renders the bookings of a Space; the filter stands in the address. */
export function BookingsScreen(): ReactElement {
  const space = useSpace();
  const [values, setParams] = useSearchParams(params);
  const { when, status, page, search } = values;
  const filter = useMemo(() => bookingFilter({ when, status, page, search }, new Date().toISOString()), [when, status, page, search]);
  const pages = useQuery(pageChoicesQuery(space.id)).data?.data ?? [];
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...bookingsKey(space.id), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).bookings.list({ ...filter, limit: 50, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const bookings = data?.pages.flatMap((one) => one.data);
  const isFiltered = Object.keys(filter).length > 0;
  const set = (change: Parameters<typeof setParams>[0]) => setParams(change, { replace: true });
  return (
    <>
      <PageHead title="Bookings" about="Times that guests booked on the booking pages of this Space. Times here are in your zone.">
        <SameCall contract="bookings" name="list" args={filter} />
        {space.scopes.includes('pages:write') && pages.length > 0 && (
          <Button look="primary" onClick={() => setParams({ new: true })}>
            <Plus size={16} aria-hidden="true" />
            Book a time
          </Button>
        )}
      </PageHead>
      <PlaceTabs path="/bookings" />
      <div className="booking-filter">
        <TypedSearch value={search} onType={(typed) => set({ search: typed })} />
        <SelectField
          label="Time"
          value={when ?? 'all'}
          choices={periodChoices}
          onChoose={(one) => set({ when: one === 'all' ? undefined : one })}
        />
        <SelectField
          label="State"
          value={status ?? ''}
          choices={statusChoices}
          onChoose={(one) => set({ status: one === '' ? undefined : one })}
        />
        <SelectField
          label="Page"
          value={page ?? ''}
          choices={[['', 'Every page'], ...pages.map(({ id, name }) => [id, name] as const)]}
          onChoose={(one) => set({ page: one === '' ? undefined : one })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!bookings && !error && <Skeleton />}
      {bookings?.length === 0 && (
        <EmptyState sentence={isFiltered ? 'No booking matches this filter.' : 'No booking yet. Guests book a time on a booking page.'}>
          {!isFiltered && (
            <Link className={buttonClass(undefined)} href={spacePath(space.id, '/booking-pages')}>
              Booking pages
            </Link>
          )}
        </EmptyState>
      )}
      {bookings && bookings.length > 0 && <BookingTable bookings={bookings} />}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()}>Show more bookings</Button>
        </div>
      )}
      {values.new && <BookDialog pages={pages} page={page} onClose={() => set({ new: undefined })} />}
    </>
  );
}

function TypedSearch({
  value = '',
  onType,
}: {
  readonly value: string | undefined;
  readonly onType: (value: string | undefined) => void;
}): ReactElement {
  const [typed, setTyped] = useTyped(value, (text) => onType(text === '' ? undefined : text));
  return (
    <TextField
      label="Filter"
      type="search"
      placeholder="Part of a name or email"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
