import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type Post, socialQuery } from './social.ts';

/** Milliseconds after which the progress of a post that is being sent is read again. */
const PROGRESS_MS = 3_000;

/** Renders what each network answered, and the reactions there. */
export function PostRecords({ post }: { readonly post: Post }): ReactElement {
  const space = useSpace();
  const { data: reactions } = useQuery({
    queryKey: [...socialQuery(space.id), 'analytics', { post_id: post.id }],
    queryFn: ({ signal }) => spaceClient(space.id).social.analytics({ post_id: post.id }, { signal }),
    enabled: post.records.some(({ status }) => status === 'published'),
  });
  // While a network is asked, its answer appears without an act of the person.
  useQuery({
    queryKey: [...socialQuery(space.id), 'get_post', 'progress', post.id],
    queryFn: ({ client }) =>
      client.refetchQueries({ queryKey: [...socialQuery(space.id), 'get_post', 'thing', { id: post.id }] }).then(() => true),
    enabled: post.status === 'publishing',
    refetchInterval: PROGRESS_MS,
    staleTime: PROGRESS_MS,
  });
  return (
    <section className="stack" aria-label="On the networks">
      <h2>On the networks</h2>
      <ul className="social-records">
        {post.records.map(({ account_id, account, platform, status, error_message, url, published_at, next_attempt_at, attempts }) => {
          const counts = reactions?.data.find((one) => one.account_id === account_id);
          return (
            <li key={account_id} className="card stack">
              <div className="row">
                <strong>{account}</strong>
                <span className="soft">{platform}</span>
                <StateBadge state={status} />
                {url && /^https?:/.test(url) && (
                  <a href={url} target="_blank" rel="noreferrer">
                    Open it there
                  </a>
                )}
              </div>
              {error_message !== null && <p className="social-over">{error_message}</p>}
              <p className="soft">
                {published_at && (
                  <>
                    Published <TimeAgo at={published_at} />.{' '}
                  </>
                )}
                {status !== 'published' && next_attempt_at && (
                  <>
                    {attempts > 0 ? `Attempt ${attempts + 1}` : 'It is sent'} <TimeAgo at={next_attempt_at} />.{' '}
                  </>
                )}
                {counts && `${counts.likes} likes, ${counts.reposts} reposts, ${counts.replies} replies.`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
