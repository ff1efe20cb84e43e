import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { foldersKey } from '../../files/library/asset.ts';
import { useDocumentActs } from '../acts/use-document-acts.tsx';
import { documentsKey } from '../library/document.ts';
import { documentFilterOf, folderFilterOf, isFiltered, type ListValues } from './document-filter.ts';
import { DocumentTable } from './document-table.tsx';

const PAGE_SIZE = 50;

/** Renders the folders and documents of a folder, of a filter or of the trash. The children begin an empty list. */
export function DocumentList({ values, children }: { readonly values: ListValues; readonly children: ReactNode }): ReactElement {
  const space = useSpace();
  const acts = useDocumentActs();
  const filter = documentFilterOf(values);
  const folderFilter = folderFilterOf(values);
  const documents = useInfiniteQuery({
    queryKey: [...documentsKey(space.id), 'list', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id).documents.list({ ...filter, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
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
  const error = documents.error ?? folders.error;
  const retry = () => void Promise.all([documents.refetch(), ...(folders.error ? [folders.refetch()] : [])]);
  const notice = error && <ProblemNotice error={error} onRetry={retry} />;
  const shown = documents.data?.pages.flatMap(({ data }) => data);
  const shownFolders = folders.isEnabled ? folders.data?.pages.flatMap(({ data }) => data) : [];
  if (!shown || !shownFolders) return notice ?? <Skeleton />;
  const isTrash = values.trash === true;
  if (shown.length + shownFolders.length === 0)
    return (
      <>
        {notice}
        <EmptyState sentence={emptySentence(values)}>{!isFiltered(values) && !isTrash && children}</EmptyState>
        {acts.dialog}
      </>
    );
  return (
    <>
      {notice}
      <DocumentTable folders={shownFolders} documents={shown} acts={acts} isTrash={isTrash} hasPlace={isTrash || isFiltered(values)} />
      {folders.hasNextPage && (
        <MoreButton label="Show more folders" isReading={folders.isFetchingNextPage} onMore={folders.fetchNextPage} />
      )}
      {documents.hasNextPage && (
        <MoreButton label="Show more documents" isReading={documents.isFetchingNextPage} onMore={documents.fetchNextPage} />
      )}
      {acts.dialog}
    </>
  );
}

function emptySentence(values: ListValues): string {
  if (isFiltered(values)) return 'No title matches. The search also looks into the texts.';
  if (values.trash) return 'The trash is empty. What is deleted stays in it for 30 days.';
  return values.folder ? 'No document is in this folder yet.' : 'No document yet. People and agents write texts here together.';
}
