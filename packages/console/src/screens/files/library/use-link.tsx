import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { AssetUse } from './asset.ts';

/** Renders a place that shows a file, as a link to the thing that has it. */
export function UseLink({ use: { kind, name, place, path, is_public } }: { readonly use: AssetUse }): ReactElement {
  const space = useSpace();
  const detail = [kind.replaceAll('_', ' '), place, is_public && 'visitors see it'].filter(Boolean).join(', ');
  return (
    <>
      <Link href={spacePath(space.id, path)}>{name}</Link> <span className="soft">({detail})</span>
    </>
  );
}
