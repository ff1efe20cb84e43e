import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { socialQuery } from './social.ts';
import './social.css';

const PAGE_SIZE = 50;

/** Renders the reactions to published posts: their sums by network, and the counts of each post. */
export function AnalyticsScreen(): ReactElement {
  const space = useSpace();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...socialQuery(space.id), 'analytics'],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).social.analytics({ limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const posts = data?.pages.flatMap((page) => page.data);
  const first = data?.pages[0];
  return (
    <>
      <PageHead title="Analytics" about="Likes, reposts and replies as the networks last reported them.">
        <SameCall contract="social" name="analytics" />
      </PageHead>
      <PlaceTabs path="/social/analytics" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!posts && !error && <Skeleton />}
      {posts?.length === 0 && <EmptyState sentence="Reactions appear here some minutes after a post is published." />}
      {first && posts && posts.length > 0 && (
        <>
          <ul className="social-sums">
            {[{ platform: 'All networks', ...first.totals }, ...first.by_platform].map(
              ({ platform, posts: count, likes, reposts, replies }) => (
                <li key={platform} className="card">
                  <h2>{platform}</h2>
                  <p>
                    {count} posts · {likes} likes · {reposts} reposts · {replies} replies
                  </p>
                </li>
              ),
            )}
          </ul>
          <div className="table-box cards">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Post</th>
                  <th scope="col">Account</th>
                  <th scope="col" className="end">
                    Likes
                  </th>
                  <th scope="col" className="end">
                    Reposts
                  </th>
                  <th scope="col" className="end">
                    Replies
                  </th>
                  <th scope="col">Published</th>
                </tr>
              </thead>
              <tbody>
                {posts.map(({ post_id, text, account_id, account, likes, reposts, replies, published_at }) => (
                  <tr key={`${post_id} ${account_id}`}>
                    <td className="first">
                      <Link href={spacePath(space.id, `/social/posts/${post_id}`)} className="cut">
                        {text || 'Pictures'}
                      </Link>
                    </td>
                    <td data-label="Account">
                      <span className="cut">{account}</span>
                    </td>
                    <td data-label="Likes" className="end number">
                      {likes}
                    </td>
                    <td data-label="Reposts" className="end number">
                      {reposts}
                    </td>
                    <td data-label="Replies" className="end number">
                      {replies}
                    </td>
                    <td data-label="Published">
                      <TimeAgo at={published_at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
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
