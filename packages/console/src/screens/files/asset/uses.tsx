import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { assetsKey } from '../library/asset.ts';
import { UseLink } from '../library/use-link.tsx';

const PAGE_SIZE = 50;

/** Renders the places that show a file. */
export function Uses({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...assetsKey(space.id), 'used_by', 'all', { id }],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id).assets.used_by({ id, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const uses = data?.pages.flatMap((page) => page.data);
  return (
    <section className="stack" aria-label="Shown in">
      <h2>Shown in</h2>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {uses?.length === 0 && <p className="soft">Nothing shows this file.</p>}
      {uses && uses.length > 0 && (
        <ul className="uses">
          {uses.map((use) => (
            <li key={`${use.id} ${use.place}`}>
              <UseLink use={use} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </section>
  );
}
