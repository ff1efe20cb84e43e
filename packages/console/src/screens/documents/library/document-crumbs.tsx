import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Folder } from '../../files/library/asset.ts';

/** Returns the address of the documents of a folder. */
export const documentsPath = (space_id: string, folder_id: string | null): string =>
  spacePath(space_id, folder_id === null ? '/documents' : `/documents?folder=${folder_id}`);

/** Renders links to the folders above a screen of documents. */
export function DocumentCrumbs({ above, children }: { readonly above: readonly Folder[]; readonly children?: ReactNode }): ReactElement {
  const space = useSpace();
  return (
    <nav className="crumbs" aria-label="Above">
      <span>
        <Link href={documentsPath(space.id, null)}>Documents</Link> /
      </span>
      {above.map(({ id, name }) => (
        <span key={id}>
          <Link href={documentsPath(space.id, id)}>{name}</Link> /
        </span>
      ))}
      {children}
    </nav>
  );
}
