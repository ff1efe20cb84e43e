import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';

/** Renders a link to the list or thing above a screen. */
export function Crumbs({ path, label }: { readonly path: string; readonly label: string }): ReactElement {
  const space = useSpace();
  return (
    <nav className="crumbs" aria-label="Above">
      <span>
        <Link href={spacePath(space.id, path)}>{label}</Link> /
      </span>
    </nav>
  );
}
