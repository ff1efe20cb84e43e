import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { IdText } from '../../../parts/id-text.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Asset, kindLabels } from '../library/asset.ts';
import { folderPath } from '../library/folder-crumbs.tsx';
import { sizeText } from '../library/size-text.ts';

const origins: Readonly<Record<string, string>> = { api: 'A call of the API', upload: 'An upload', url: 'An address' };

/** Renders what is known of a file. */
export function AssetFacts({ asset }: { readonly asset: Asset }): ReactElement {
  const space = useSpace();
  const { id, kind, content_type, size, sha256, origin, folder_id, folder_path, created_at, updated_at, created_by } = asset;
  return (
    <dl className="card facts">
      <dt>Kind</dt>
      <dd>
        {kindLabels[kind]}, <code>{content_type}</code>
      </dd>
      <dt>Size</dt>
      <dd>{sizeText(size)}</dd>
      <dt>Folder</dt>
      <dd>
        <Link href={folderPath(space.id, folder_id)}>{folder_path ?? 'Files'}</Link>
      </dd>
      <dt>It came by</dt>
      <dd>{origins[origin] ?? origin}</dd>
      <dt>Created</dt>
      <dd>
        <TimeAgo at={created_at} /> by {created_by.name}
      </dd>
      <dt>Changed</dt>
      <dd>
        <TimeAgo at={updated_at} />
      </dd>
      <dt>SHA-256</dt>
      <dd>
        <IdText id={sha256} label="Copy the SHA-256" />
      </dd>
      <dt>Id</dt>
      <dd>
        <IdText id={id} />
      </dd>
    </dl>
  );
}
