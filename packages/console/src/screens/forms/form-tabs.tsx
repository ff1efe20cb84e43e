import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';

const tabs = [
  ['', 'Build'],
  ['/submissions', 'Submissions'],
  ['/report', 'Report'],
  ['/versions', 'Versions'],
  ['/used-by', 'Used by'],
] as const;

/** Renders the way back to the forms and links to the screens of one form. */
export function FormTabs({
  id,
  name,
  current,
}: {
  readonly id: string;
  readonly name?: string | undefined;
  readonly current: string;
}): ReactElement {
  const space = useSpace();
  const path = `/forms/${encodeURIComponent(id)}`;
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/forms')}>Forms</Link> /
        </span>
        {current !== '' && name && (
          <span>
            <Link href={spacePath(space.id, path)}>{name}</Link> /
          </span>
        )}
      </nav>
      <nav className="tabs" aria-label="Form">
        {tabs.map(([end, label]) => (
          <Link key={end} href={spacePath(space.id, path + end)} className="tab" aria-current={end === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
