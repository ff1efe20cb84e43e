import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Folder } from '../../files/library/asset.ts';
import type { ContentKind } from '../kinds/content-kind.ts';

/** Returns the address of the contents of a folder. */
export const contentsPath = (space_id: string, { contract }: Pick<ContentKind, 'contract'>, folder_id: string | null): string =>
  spacePath(space_id, folder_id === null ? `/${contract}` : `/${contract}?folder=${folder_id}`);

/** Props of the links: the kind, and the folders above. The children follow them. */
export interface ContentCrumbsProps {
  readonly kind: ContentKind;
  readonly above: readonly Folder[];
  readonly children?: ReactNode;
}

/** Renders links to the folders above a screen of a content. */
export function ContentCrumbs({ kind, above, children }: ContentCrumbsProps): ReactElement {
  const space = useSpace();
  return (
    <nav className="crumbs" aria-label="Above">
      <span>
        <Link href={contentsPath(space.id, kind, null)}>{kind.label}</Link> /
      </span>
      {above.map(({ id, name }) => (
        <span key={id}>
          <Link href={contentsPath(space.id, kind, id)}>{name}</Link> /
        </span>
      ))}
      {children}
    </nav>
  );
}
