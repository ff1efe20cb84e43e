import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spacePath } from '../../routing/paths.ts';
import { canOpen, placeOf } from '../../shell/navigation.ts';
import { useSpace } from '../../shell/session.tsx';

/** Renders links to the lists that share a place; nothing for a place with one list. */
export function PlaceTabs({ path }: { readonly path: string }): ReactElement | null {
  const space = useSpace();
  const place = placeOf(path);
  const lists = place?.lists?.filter(([list]) => canOpen(space, list)) ?? [];
  const all = place ? [[place.path, place.label] as const, ...lists] : [];
  if (lists.length === 0 || !all.some(([list]) => list === path)) return null;
  return (
    <nav className="tabs" aria-label={place!.label}>
      {all.map(([list, label]) => (
        <Link key={list} href={spacePath(space.id, list)} className="tab" aria-current={list === path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
