import { Ellipsis, Folder as FolderIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Folder } from '../../files/library/asset.ts';
import type { ContentActs } from '../acts/use-content-acts.tsx';
import { type ContentKind, writeScope } from '../kinds/content-kind.ts';
import type { Content } from '../library/content.ts';
import { contentsPath } from '../library/content-crumbs.tsx';

/** Props of the table. `hasPlace` says where each content is, and `isTrash` that it is in the trash. */
export interface ContentTableProps {
  readonly kind: ContentKind;
  readonly folders: readonly Folder[];
  readonly contents: readonly Content[];
  readonly acts: ContentActs;
  readonly isTrash: boolean;
  readonly hasPlace: boolean;
}

/** Renders folders, then contents, as a table, and as cards on a phone. */
export function ContentTable({ kind, folders, contents, acts, isTrash, hasPlace }: ContentTableProps): ReactElement {
  const space = useSpace();
  const mayWrite = space.scopes.includes(writeScope(kind));
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Changed by</th>
            <th scope="col">{isTrash ? 'Deleted' : 'Changed'}</th>
            {mayWrite && (
              <th scope="col">
                <span className="hidden-text">Acts</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {folders.map((folder) => (
            <tr key={folder.id}>
              <td className="first">
                <Named
                  icon={<FolderIcon size={18} aria-hidden="true" />}
                  href={contentsPath(space.id, kind, folder.id)}
                  name={folder.name}
                />
              </td>
              <td className="bare" />
              <td data-label="Created">
                <TimeAgo at={folder.created_at} />
              </td>
              {mayWrite && <td className="end row-acts" />}
            </tr>
          ))}
          {contents.map((content) => (
            <tr key={content.id}>
              <td className="first">
                <Named
                  icon={content.icon ? <span aria-hidden="true">{content.icon}</span> : <kind.icon size={18} aria-hidden="true" />}
                  href={spacePath(space.id, `/${kind.contract}/${content.id}`)}
                  name={content.title}
                  below={(hasPlace && content.folder_path) || content.excerpt}
                />
              </td>
              <td data-label="Changed by">
                <span className="cut">{content.edited_by.name}</span>
              </td>
              <td data-label={isTrash ? 'Deleted' : 'Changed'}>
                <TimeAgo at={content.trashed_at ?? content.edited_at} />
              </td>
              {mayWrite && (
                <td className="end row-acts">
                  <RowMenu content={content} isTrash={isTrash} acts={acts} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NamedProps {
  readonly icon: ReactNode;
  readonly href: string;
  readonly name: string;
  readonly below?: string;
}

const Named = ({ icon, href, name, below }: NamedProps): ReactElement => (
  <span className="file-name">
    <span className="thumbnail">{icon}</span>
    <span className="file-words">
      <Link href={href} className="cut">
        {name}
      </Link>
      {below && <span className="soft cut">{below}</span>}
    </span>
  </span>
);

interface RowMenuProps {
  readonly content: Content;
  readonly isTrash: boolean;
  readonly acts: ContentActs;
}

const RowMenu = ({ content, isTrash, acts }: RowMenuProps): ReactElement => (
  <Menu
    trigger={
      <Button look="plain icon" small aria-label={`More acts on ${content.title}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
    }
  >
    {isTrash ? (
      <>
        <MenuItem onClick={() => void acts.restore(content)}>Restore</MenuItem>
        <MenuItem onClick={() => acts.removeForGood(content)}>Delete for good</MenuItem>
      </>
    ) : (
      <>
        <MenuItem onClick={() => acts.rename(content)}>Rename</MenuItem>
        <MenuItem onClick={() => acts.move(content)}>Move</MenuItem>
        <MenuItem onClick={() => void acts.remove(content)}>Delete</MenuItem>
      </>
    )}
  </Menu>
);
