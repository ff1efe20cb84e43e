import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { foldersKey } from '../../files/library/asset.ts';
import { useContentActs } from '../acts/use-content-acts.tsx';
import type { ContentKind } from '../kinds/content-kind.ts';
import { type Content, contentsKey } from '../library/content.ts';
import { contentFilterOf, folderFilterOf, isFiltered, type ListValues } from './content-filter.ts';
import { ContentTable } from './content-table.tsx';

const PAGE_SIZE = 50;

/** A page of a list of contents. */
interface ContentPage {
  readonly data: readonly Content[];
  readonly next_cursor: string | null;
}

/** Props of the list: its kind and its filter. The children begin an empty list. */
export interface ContentListProps {
  readonly kind: ContentKind;
  readonly values: ListValues;
  readonly children: ReactNode;
}

/** Renders the folders and contents of a folder, of a filter or of the trash. */
export function ContentList({ kind, values, children }: ContentListProps): ReactElement {
  const space = useSpace();
  const acts = useContentActs(kind);
  const filter = contentFilterOf(values);
  const folderFilter = folderFilterOf(values);
  const contents = useInfiniteQuery({
    queryKey: [...contentsKey(space.id, kind), 'list', filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<ContentPage> =>
      spaceClient(space.id)[kind.contract].list({ ...filter, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const folders = useInfiniteQuery({
    queryKey: [...foldersKey(space.id), 'list', folderFilter],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id).folders.list({ ...folderFilter, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: folderFilter !== undefined,
  });
  const error = contents.error ?? folders.error;
  const retry = () => void Promise.all([contents.refetch(), ...(folders.error ? [folders.refetch()] : [])]);
  const notice = error && <ProblemNotice error={error} onRetry={retry} />;
  const shown = contents.data?.pages.flatMap(({ data }) => data);
  const shownFolders = folders.isEnabled ? folders.data?.pages.flatMap(({ data }) => data) : [];
  if (!shown || !shownFolders) return notice ?? <Skeleton />;
  const isTrash = values.trash === true;
  if (shown.length + shownFolders.length === 0)
    return (
      <>
        {notice}
        <EmptyState sentence={emptySentence(kind, values)}>{!isFiltered(values) && !isTrash && children}</EmptyState>
        {acts.dialog}
      </>
    );
  return (
    <>
      {notice}
      <ContentTable
        kind={kind}
        folders={shownFolders}
        contents={shown}
        acts={acts}
        isTrash={isTrash}
        hasPlace={isTrash || isFiltered(values)}
      />
      {folders.hasNextPage && (
        <MoreButton label="Show more folders" isReading={folders.isFetchingNextPage} onMore={folders.fetchNextPage} />
      )}
      {contents.hasNextPage && (
        <MoreButton label={`Show more ${kind.contract}`} isReading={contents.isFetchingNextPage} onMore={contents.fetchNextPage} />
      )}
      {acts.dialog}
    </>
  );
}

function emptySentence({ noun, none, noneFound }: ContentKind, values: ListValues): string {
  if (isFiltered(values)) return noneFound;
  if (values.trash) return 'The trash is empty. What is deleted stays in it for 30 days.';
  return values.folder ? `No ${noun} is in this folder yet.` : none;
}
