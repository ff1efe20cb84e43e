import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { useThing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { NameDialog } from '../../files/acts/name-dialog.tsx';
import { rereadContents } from '../acts/change-contents.ts';
import { type ContentKind, writeScope } from '../kinds/content-kind.ts';
import { type Content, contentVersionsKey } from '../library/content.ts';
import { ContentCrumbs } from '../library/content-crumbs.tsx';

const PAGE_SIZE = 50;

/** Renders the versions of a content, newest first. The present one can get a name. */
export function ContentVersions({ kind, id }: { readonly kind: ContentKind; readonly id: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  const content = useThing<Content>(space.id, kind.contract, 'get', kind.readArguments(id));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...contentVersionsKey(space.id, kind), 'list', { id }],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id)[kind.versions].list({ id, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const versions = data?.pages.flatMap((page) => page.data);
  const title = content.data?.value.title;
  async function name(label: string, idempotency_key: string): Promise<void> {
    const { version } = await spaceClient(space.id)[kind.versions].create({ id, label }, { idempotency_key });
    await rereadContents(kind, queries, space.id);
    sayDone(`Version ${version} is “${label}”.`);
  }
  return (
    <>
      <ContentCrumbs kind={kind} above={[]}>
        <Link href={spacePath(space.id, `/${kind.contract}/${id}`)}>{title ?? kind.label}</Link> /
      </ContentCrumbs>
      <PageHead title="Versions" about={kind.aboutVersions}>
        <SameCall contract={kind.versions} name="list" args={{ id }} />
        {space.scopes.includes(writeScope(kind)) && <Button onClick={() => setNaming(true)}>Name this version</Button>}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!versions && !error && <Skeleton />}
      {versions && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Changed by</th>
                <th scope="col">Made</th>
              </tr>
            </thead>
            <tbody>
              {versions.map(({ version, label, created_by, created_at }, at) => (
                <tr key={version}>
                  <td className="first">
                    <Link href={spacePath(space.id, `/${kind.contract}/${id}/versions/${version}`)}>{label ?? `Version ${version}`}</Link>{' '}
                    {label && <span className="soft">version {version}</span>} {at === 0 && <span className="badge good">✓ present</span>}
                  </td>
                  <td data-label="Changed by">
                    <span className="cut">{created_by.name}</span>
                  </td>
                  <td data-label="Made">
                    <TimeAgo at={created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && <MoreButton label="Show more versions" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {isNaming && <NameDialog title="Name this version" action="Save the name" onSave={name} onClose={() => setNaming(false)} />}
    </>
  );
}
