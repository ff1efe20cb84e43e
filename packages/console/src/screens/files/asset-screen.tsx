import './files.css';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { type Thing, useThing } from '../../api/use-thing.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { useFileActs } from './acts/use-file-acts.tsx';
import { AssetDetails } from './asset/asset-details.tsx';
import { AssetFacts } from './asset/asset-facts.tsx';
import { Sharing } from './asset/sharing.tsx';
import { Uses } from './asset/uses.tsx';
import { Versions } from './asset/versions.tsx';
import { type Asset, contentUrl } from './library/asset.ts';
import { FolderCrumbs, folderPath } from './library/folder-crumbs.tsx';
import { useFolderPath } from './library/use-folder-path.ts';
import { UploadButton } from './uploads/upload-button.tsx';
import { UploadList } from './uploads/upload-list.tsx';

/** Operations that the screen has elsewhere. */
const HAS = [
  'assets.update',
  'assets.delete',
  'assets.restore',
  'assets.restore_version',
  'assets.publish',
  'assets.create_link',
  'asset_content.get',
];

/** Renders one file: its preview, its texts, who can read it, what shows it, and the files that it has had. */
export function AssetScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const { data: thing, error, refetch } = useThing<Asset>(space.id, 'assets', 'get', { id });
  if (thing) return <LoadedAsset key={id} thing={thing} error={error} onRetry={refetch} />;
  return (
    <>
      <FolderCrumbs above={[]} />
      {error ? <PageHead title="File" /> : <h1 className="hidden-text">File</h1>}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </>
  );
}

interface LoadedProps {
  readonly thing: Thing<Asset>;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function LoadedAsset({ thing, error, onRetry }: LoadedProps): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const { value: asset, etag } = thing;
  const { id, name, trashed_at, folder_id } = asset;
  const { path = [] } = useFolderPath(space.scopes.includes('documents:read') ? folder_id : null);
  const acts = useFileActs((isGone) => isGone && navigate(folderPath(space.id, folder_id), { replace: true }));
  const things = { assets: [asset] };
  const mayWrite = space.scopes.includes('assets:write');
  return (
    <>
      <FolderCrumbs above={path} />
      <PageHead title={name}>
        <SameCall contract="assets" name="get" args={{ id }} />
        <MoreActs contract="assets" name="get" args={{ id }} value={{ ...asset }} etag={etag} except={HAS} />
        <a className={buttonClass(undefined)} href={contentUrl(space.id, id, asset.version)} download>
          Download
        </a>
        {mayWrite && trashed_at === null && (
          <>
            <UploadButton label="Replace the file" place={{ replaces: id }} />
            <Button onClick={() => acts.move(things)}>Move</Button>
            <Button look="danger" onClick={() => void acts.remove(things)}>
              Delete
            </Button>
          </>
        )}
      </PageHead>
      {Boolean(error) && <ProblemNotice error={error} onRetry={onRetry} />}
      {trashed_at !== null && (
        <div className="notice warn" role="status">
          <p className="title">This file is in the trash. Its addresses do not work.</p>
          {mayWrite && (
            <div className="row">
              <Button onClick={() => void acts.restore(things)}>Restore</Button>
              <Button look="danger" onClick={() => acts.removeForGood(things)}>
                Delete for good
              </Button>
            </div>
          )}
        </div>
      )}
      <UploadList />
      <div className="asset-pair">
        <AssetDetails thing={thing} />
        <div className="stack">
          {trashed_at === null && <Sharing asset={asset} />}
          <AssetFacts asset={asset} />
        </div>
      </div>
      <Uses id={id} />
      <Versions asset={asset} />
      {acts.dialog}
    </>
  );
}
