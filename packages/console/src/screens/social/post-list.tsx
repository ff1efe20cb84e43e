import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Select } from '../../parts/select.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { oneOf } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Post, postName, socialQuery } from './social.ts';

const PAGE_SIZE = 50;

const states = ['draft', 'scheduled', 'publishing', 'published', 'failed'] as const satisfies readonly Post['status'][];

const params = { status: oneOf(states) };

/** Renders the posts, newest first, with a filter by status. */
export function PostList(): ReactElement {
  const space = useSpace();
  const [{ status }, setParams] = useSearchParams(params);
  const args = status ? { status } : {};
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...socialQuery(space.id), 'list_posts', args],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).social.list_posts({ ...args, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const posts = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <div className="filters">
        <Select
          label="Status"
          value={status ?? ''}
          choices={[['', 'Any status'], ...states.map((one) => [one, one] as const)]}
          onChoose={(chosen) => setParams({ status: chosen === '' ? undefined : chosen }, { replace: true })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!posts && !error && <Skeleton />}
      {posts?.length === 0 && (
        <EmptyState
          sentence={status ? 'No post has this status.' : 'A post is drafted here, and published on the networks when someone approves it.'}
        >
          {!status && <SameCall contract="social" name="create_draft" args={{ text: 'It weaves. https://example.com #engine' }} />}
        </EmptyState>
      )}
      {posts && posts.length > 0 && <PostTable posts={posts} />}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function PostTable({ posts }: { readonly posts: readonly Post[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Post</th>
            <th scope="col">Status</th>
            <th scope="col">Accounts</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/social/posts/${post.id}`)} className="cut">
                  {postName(post)}
                </Link>
              </td>
              <td data-label="Status">
                <StateBadge state={post.status} />
              </td>
              <td data-label="Accounts">
                <span className="cut">{post.records.map(({ account }) => account).join(', ') || '–'}</span>
              </td>
              <td data-label="Time">
                <TimeAgo at={post.published_at ?? post.scheduled_at ?? post.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
