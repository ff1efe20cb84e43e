import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { thingQuery } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { Crumbs } from '../crumbs.tsx';
import type { Page } from '../queries/page.ts';

/** Renders the versions of a page, newest first. */
export function VersionsScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const page = useQuery(thingQuery<Page>(space.id, 'pages', 'get', { id })).data?.value;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['space', space.id, 'page_versions', 'list', id],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).page_versions.list({ id, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const versions = data?.pages.flatMap((one) => one.data);
  return (
    <>
      <Crumbs path={`/pages/${id}`} label={page?.title ?? 'Page'} />
      <PageHead title="Versions" about="Each publication is a version, and each draft that a change replaced. A version never changes.">
        <SameCall contract="page_versions" name="list" args={{ id }} />
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!versions && !error && <Skeleton />}
      {versions?.length === 0 && <EmptyState sentence="No version yet. The first publication of the page makes one." />}
      {versions && versions.length > 0 && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Kind</th>
                <th scope="col">Title</th>
                <th scope="col">By</th>
                <th scope="col">Made</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((one) => (
                <tr key={one.version}>
                  <td className="first">
                    <Link href={spacePath(space.id, `/pages/${id}/versions/${one.version}`)}>Version {one.version}</Link>
                  </td>
                  <td data-label="Kind">{kindOf(one)}</td>
                  <td data-label="Title">
                    <span className="cut">{one.title}</span>
                  </td>
                  <td data-label="By">
                    <span className="cut">{one.created_by.name}</span>
                  </td>
                  <td data-label="Made">
                    <TimeAgo at={one.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show older versions
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the kind of a version in words. */
export function kindOf({ published, draft }: { readonly published: boolean; readonly draft: boolean }): string {
  if (published) return 'Visitors see it now';
  return draft ? 'Replaced draft' : 'Was published';
}
