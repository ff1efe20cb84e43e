import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { totalText } from '../../../parts/total-text.ts';
import { useSpace } from '../../../shell/session.tsx';
import { useFileActs } from '../acts/use-file-acts.tsx';
import { assetsKey, foldersKey } from '../library/asset.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { assetFilterOf, folderFilterOf, isFiltered, type ListValues } from './file-filter.ts';
import { FileTable } from './file-table.tsx';

const PAGE_SIZE = 50;

/** Props of the list: what it shows, and how an empty one begins. */
export interface FileListProps {
  readonly values: ListValues;
  readonly children: ReactNode;
}

/** Renders the folders and files of a folder, of a search or of the trash, and a bar for those that are chosen. */
export function FileList({ values, children }: FileListProps): ReactElement {
  const space = useSpace();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const acts = useFileActs(() => setChosen([]));
  const filter = assetFilterOf(values);
  const folderFilter = folderFilterOf(values);
  const mayReadFolders = space.scopes.includes('documents:read');
  const files = useInfiniteQuery({
    queryKey: [...assetsKey(space.id), 'list', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id).assets.list({ ...filter, limit: PAGE_SIZE, include_total: true, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const folders = useInfiniteQuery({
    queryKey: [...foldersKey(space.id), 'list', folderFilter],
    queryFn: ({ pageParam: cursor, signal }) =>
      spaceClient(space.id).folders.list({ ...folderFilter, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: folderFilter !== undefined && mayReadFolders,
  });
  const error = files.error ?? folders.error;
  const notice = error && (
    <ProblemNotice
      error={error}
      onRetry={() => {
        void files.refetch();
        if (folders.error) void folders.refetch();
      }}
    />
  );
  const assets = files.data?.pages.flatMap(({ data }) => data);
  const shownFolders = folders.isEnabled ? folders.data?.pages.flatMap(({ data }) => data) : [];
  if (!assets || !shownFolders) return notice ?? <Skeleton />;
  const total = files.data?.pages[0]?.total ?? assets.length;
  const chosenAssets = assets.filter(({ id }) => chosen.includes(id));
  const isTrash = values.trash === true;
  if (assets.length + shownFolders.length === 0)
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
      <p className="soft" role="status">
        {shownFolders.length > 0 && `${counted(`${shownFolders.length}${folders.hasNextPage ? '+' : ''}`, 'folder')}, `}
        {counted(totalText(total), 'file')}
      </p>
      <FileTable
        folders={shownFolders}
        assets={assets}
        chosen={chosen}
        onChoose={setChosen}
        acts={acts}
        isTrash={isTrash}
        hasPlace={isTrash || isFiltered(values)}
      />
      {folders.hasNextPage && (
        <MoreButton label="Show more folders" isReading={folders.isFetchingNextPage} onMore={folders.fetchNextPage} />
      )}
      {files.hasNextPage && <MoreButton label="Show more files" isReading={files.isFetchingNextPage} onMore={files.fetchNextPage} />}
      {chosenAssets.length > 0 && <ChosenBar assets={chosenAssets} isTrash={isTrash} acts={acts} onNone={() => setChosen([])} />}
      {acts.dialog}
    </>
  );
}

const counted = (number: string, noun: string): string => `${number} ${noun}${number === '1' ? '' : 's'}`;

function emptySentence(values: ListValues): string {
  if (isFiltered(values)) return 'No file matches.';
  if (values.trash) return 'The trash is empty. What is deleted stays in it for 30 days.';
  return values.folder ? 'Nothing is in this folder yet.' : 'No file yet. Pictures, PDFs and all other files of this Space are here.';
}
