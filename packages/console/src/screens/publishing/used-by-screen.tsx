import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { Crumbs } from './crumbs.tsx';

/** Renders the pages that use a form, to look at before the form is changed or deleted. */
export const FormUsesScreen = ({ id = '' }: PathArguments): ReactElement => <Uses name="form" id={id} noun="form" path={`/forms/${id}`} />;

/** Renders the pages that use a booking page. */
export const BookingPageUsesScreen = ({ id = '' }: PathArguments): ReactElement => (
  <Uses name="booking_page" id={id} noun="booking page" path={`/booking-pages/${id}`} />
);

interface UsesProps {
  readonly name: 'form' | 'booking_page';
  readonly id: string;
  readonly noun: string;
  readonly path: string;
}

function Uses({ name, id, noun, path }: UsesProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['space', space.id, 'pages', 'uses', name, id],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).page_references[name]({ id, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const uses = data?.pages.flatMap((one) => one.data);
  return (
    <>
      <Crumbs path={path} label={`The ${noun}`} />
      <PageHead title="Used by" about={`The pages that show this ${noun} or link to it.`}>
        <SameCall contract="page_references" name={name} args={{ id }} />
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!uses && !error && <Skeleton />}
      {uses?.length === 0 && <EmptyState sentence={`No page uses this ${noun}.`} />}
      {uses && uses.length > 0 && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Where</th>
              </tr>
            </thead>
            <tbody>
              {uses.map((use) => (
                <tr key={use.page_id}>
                  <td className="first">
                    <Link href={spacePath(space.id, `/pages/${use.page_id}`)} className="cut">
                      {use.page}
                    </Link>
                  </td>
                  <td data-label="Where">
                    {[use.in_published && 'the published page', use.in_draft && 'the draft'].filter(Boolean).join(' and ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()}>Show more</Button>
        </div>
      )}
    </>
  );
}
