import { Ellipsis, Folder as FolderIcon, TextInitial } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Folder } from '../../files/library/asset.ts';
import type { DocumentActs } from '../acts/use-document-acts.tsx';
import type { Document } from '../library/document.ts';
import { documentsPath } from '../library/document-crumbs.tsx';

/** Props of the table. `hasPlace` says where each document is, and `isTrash` that it is in the trash. */
export interface DocumentTableProps {
  readonly folders: readonly Folder[];
  readonly documents: readonly Document[];
  readonly acts: DocumentActs;
  readonly isTrash: boolean;
  readonly hasPlace: boolean;
}

/** Renders folders, then documents, as a table, and as cards on a phone. */
export function DocumentTable({ folders, documents, acts, isTrash, hasPlace }: DocumentTableProps): ReactElement {
  const space = useSpace();
  const mayWrite = space.scopes.includes('documents:write');
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
                <Named icon={<FolderIcon size={18} aria-hidden="true" />} href={documentsPath(space.id, folder.id)} name={folder.name} />
              </td>
              <td className="bare" />
              <td data-label="Created">
                <TimeAgo at={folder.created_at} />
              </td>
              {mayWrite && <td className="end row-acts" />}
            </tr>
          ))}
          {documents.map((document) => (
            <tr key={document.id}>
              <td className="first">
                <Named
                  icon={document.icon ? <span aria-hidden="true">{document.icon}</span> : <TextInitial size={18} aria-hidden="true" />}
                  href={spacePath(space.id, `/documents/${document.id}`)}
                  name={document.title}
                  below={(hasPlace && document.folder_path) || document.excerpt}
                />
              </td>
              <td data-label="Changed by">
                <span className="cut">{document.edited_by.name}</span>
              </td>
              <td data-label={isTrash ? 'Deleted' : 'Changed'}>
                <TimeAgo at={document.trashed_at ?? document.edited_at} />
              </td>
              {mayWrite && (
                <td className="end row-acts">
                  <RowMenu document={document} isTrash={isTrash} acts={acts} />
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
  readonly document: Document;
  readonly isTrash: boolean;
  readonly acts: DocumentActs;
}

const RowMenu = ({ document, isTrash, acts }: RowMenuProps): ReactElement => (
  <Menu
    trigger={
      <Button look="plain icon" small aria-label={`More acts on ${document.title}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
    }
  >
    {isTrash ? (
      <>
        <MenuItem onClick={() => void acts.restore(document)}>Restore</MenuItem>
        <MenuItem onClick={() => acts.removeForGood(document)}>Delete for good</MenuItem>
      </>
    ) : (
      <>
        <MenuItem onClick={() => acts.rename(document)}>Rename</MenuItem>
        <MenuItem onClick={() => acts.move(document)}>Move</MenuItem>
        <MenuItem onClick={() => void acts.remove(document)}>Delete</MenuItem>
      </>
    )}
  </Menu>
);
