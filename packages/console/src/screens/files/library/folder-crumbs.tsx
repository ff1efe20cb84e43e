import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Folder } from './asset.ts';

/** Returns the address of the files of a folder. */
export const folderPath = (space_id: string, id: string | null): string =>
  spacePath(space_id, id === null ? '/assets' : `/assets?folder=${id}`);

/** Renders links to the folders above a screen. */
export function FolderCrumbs({ above, children }: { readonly above: readonly Folder[]; readonly children?: ReactNode }): ReactElement {
  const space = useSpace();
  return (
    <nav className="crumbs" aria-label="Above">
      <span>
        <Link href={folderPath(space.id, null)}>Files</Link> /
      </span>
      {above.map(({ id, name }) => (
        <span key={id}>
          <Link href={folderPath(space.id, id)}>{name}</Link> /
        </span>
      ))}
      {children}
    </nav>
  );
}
