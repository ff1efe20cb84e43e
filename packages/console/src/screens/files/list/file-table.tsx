import { Folder as FolderIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { FileActs } from '../acts/use-file-acts.tsx';
import { type Asset, type Folder, kindLabels } from '../library/asset.ts';
import { folderPath } from '../library/folder-crumbs.tsx';
import { sizeText } from '../library/size-text.ts';
import { Thumbnail } from '../library/thumbnail.tsx';
import { RowMenu } from './row-menu.tsx';

/** Props of the table. `hasPlace` says where each thing is, and `isTrash` that it is in the trash. */
export interface FileTableProps {
  readonly folders: readonly Folder[];
  readonly assets: readonly Asset[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly acts: FileActs;
  readonly isTrash: boolean;
  readonly hasPlace: boolean;
}

/** Renders folders, then files, as a table, and as cards on a phone. A member sees the acts that their scopes allow. */
export function FileTable({ folders, assets, chosen, onChoose, acts, isTrash, hasPlace }: FileTableProps): ReactElement {
  const space = useSpace();
  const mayWrite = space.scopes.includes('assets:write');
  const mayFolder = space.scopes.includes('documents:write');
  const ids = assets.map(({ id }) => id);
  const hasAll = ids.length > 0 && ids.every((id) => chosen.includes(id));
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            {mayWrite && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Choose all files that are shown"
                  checked={hasAll}
                  onChange={() => onChoose(hasAll ? [] : ids)}
                />
              </th>
            )}
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col" className="end">
              Size
            </th>
            <th scope="col" className="end">
              Shown in
            </th>
            <th scope="col">{isTrash ? 'Deleted' : 'Created'}</th>
            {(mayWrite || mayFolder) && (
              <th scope="col">
                <span className="hidden-text">Acts</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {folders.map((folder) => (
            <tr key={folder.id}>
              {mayWrite && <td className="bare" />}
              <td className="first">
                <span className="file-name">
                  <span className="thumbnail">
                    <FolderIcon size={18} aria-hidden="true" />
                  </span>
                  <Named
                    href={isTrash ? undefined : folderPath(space.id, folder.id)}
                    name={folder.name}
                    place={hasPlace ? folder.path.split('/').slice(0, -1).join('/') : null}
                  />
                </span>
              </td>
              <td data-label="Kind">Folder</td>
              <td data-label="In it" className="end number">
                {counted(folder.folders + folder.assets)}
              </td>
              <td className="bare" />
              <td data-label={isTrash ? 'Deleted' : 'Created'}>
                <TimeAgo at={folder.trashed_at ?? folder.created_at} />
              </td>
              {(mayWrite || mayFolder) && (
                <td className="end row-acts">
                  {mayFolder && <RowMenu things={{ folder }} name={folder.name} isTrash={isTrash} acts={acts} />}
                </td>
              )}
            </tr>
          ))}
          {assets.map((asset) => (
            <tr key={asset.id}>
              {mayWrite && (
                <td className="bare">
                  <input
                    type="checkbox"
                    aria-label={`Choose ${asset.name}`}
                    checked={chosen.includes(asset.id)}
                    onChange={() => toggle(asset.id)}
                  />
                </td>
              )}
              <td className="first">
                <span className="file-name">
                  <Thumbnail asset={asset} />
                  <Named href={spacePath(space.id, `/assets/${asset.id}`)} name={asset.name} place={hasPlace ? asset.folder_path : null} />
                </span>
              </td>
              <td data-label="Kind">{kindLabels[asset.kind]}</td>
              <td data-label="Size" className="end number">
                {sizeText(asset.size)}
              </td>
              <td data-label="Shown in" className="end number">
                {asset.used_by_count}
              </td>
              <td data-label={isTrash ? 'Deleted' : 'Created'}>
                <TimeAgo at={asset.trashed_at ?? asset.created_at} />
              </td>
              {(mayWrite || mayFolder) && (
                <td className="end row-acts">
                  {mayWrite && <RowMenu things={{ assets: [asset] }} name={asset.name} isTrash={isTrash} acts={acts} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const counted = (things: number): string => (things === 1 ? '1 thing' : `${things} things`);

interface NamedProps {
  readonly href: string | undefined;
  readonly name: string;
  readonly place: string | null;
}

/** Renders the name of a thing, as a link to it, with its folder below. */
const Named = ({ href, name, place }: NamedProps): ReactElement => (
  <span className="file-words">
    {href === undefined ? (
      <span className="cut">{name}</span>
    ) : (
      <Link href={href} className="cut">
        {name}
      </Link>
    )}
    {place && <span className="soft cut">{place}</span>}
  </span>
);
