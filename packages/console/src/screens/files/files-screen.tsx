import './files.css';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { createFolder, restoreFolder } from './acts/change-files.ts';
import { NameDialog } from './acts/name-dialog.tsx';
import { FolderCrumbs } from './library/folder-crumbs.tsx';
import { useFolderPath } from './library/use-folder-path.ts';
import { assetFilterOf, listParams } from './list/file-filter.ts';
import { FileFilters } from './list/file-filters.tsx';
import { FileList } from './list/file-list.tsx';
import { DropArea } from './uploads/drop-area.tsx';
import { UploadButton } from './uploads/upload-button.tsx';
import { UploadList } from './uploads/upload-list.tsx';

/** Operations that the screen has as buttons. */
const HAS = ['assets.move_bulk', 'assets.delete_bulk', 'assets.restore_bulk', 'asset_uploads.create'];

/** Renders the files of a Space folder by folder. `id` is the folder of an address that names one in its path. */
export function FilesScreen({ id }: PathArguments): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams(listParams);
  const values = { ...params, folder: id ?? params.folder };
  const folder_id = values.trash ? null : (values.folder ?? null);
  const { path, error, refetch } = useFolderPath(folder_id);
  const folder = path?.at(-1);
  const isTrashed = folder?.trashed_at != null;
  const canAdd = !values.trash && !isTrashed;
  const mayUpload = space.scopes.includes('assets:write') && canAdd;
  const mayFolder = space.scopes.includes('documents:write') && canAdd;
  const title = values.trash ? 'Trash' : folder_id === null ? 'Files' : (folder?.name ?? 'Folder');
  const upload = mayUpload && <UploadButton label="Upload files" look="primary" place={{ folder_id }} />;
  return (
    <>
      {(folder_id !== null || values.trash) && <FolderCrumbs above={path?.slice(0, -1) ?? []} />}
      {path ? (
        <PageHead
          key={folder_id ?? title}
          title={title}
          {...(folder_id === null && !values.trash && { about: 'Pictures, documents and other files, in folders.' })}
        >
          <SameCall contract="assets" name="list" args={assetFilterOf(values)} />
          <MoreActs contract="assets" name="list" except={HAS} />
          {mayFolder && <Button onClick={() => setParams({ new: true })}>New folder</Button>}
          {upload}
        </PageHead>
      ) : error ? (
        <PageHead title={title} />
      ) : (
        <h1 className="hidden-text">{title}</h1>
      )}
      <UploadList />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!path && !error && <Skeleton />}
      {path && (
        <>
          <PlaceTabs path="/assets" />
          {folder && isTrashed && (
            <div className="notice warn" role="status">
              <p className="title">This folder is in the trash.</p>
              {space.scopes.includes('documents:write') && (
                <div>
                  <Button onClick={() => void restoreFolder(queries, space.id, folder).catch(sayFailed)}>Restore the folder</Button>
                </div>
              )}
            </div>
          )}
          <FileFilters values={values} onChange={(changed) => setParams(changed, { replace: true })} />
          <DropArea place={mayUpload ? { folder_id } : undefined}>
            <FileList key={JSON.stringify([folder_id, values.trash])} values={values}>
              <div className="row">
                {upload}
                <SameCall contract="asset_uploads" name="create" args={{ name: 'photo.jpg', size: 52_428 }} />
              </div>
            </FileList>
            {mayUpload && <p className="soft drop-hint">Drop files here to upload them.</p>}
          </DropArea>
        </>
      )}
      {values.new && mayFolder && (
        <NameDialog
          title="New folder"
          action="Create the folder"
          onSave={(name, key) => createFolder(queries, space.id, name, folder_id, key)}
          onClose={() => setParams({ new: undefined }, { replace: true })}
        />
      )}
    </>
  );
}
