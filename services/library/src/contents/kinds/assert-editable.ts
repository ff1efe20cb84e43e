import { Problem } from '@space/contracts/core';
import type { ContentRow } from './content-row.ts';

type Lockable = Pick<ContentRow, 'title' | 'trashed_at' | 'is_locked'>;

/** Returns true for a thing that is neither in the trash nor locked. */
export const isEditable = ({ trashed_at, is_locked }: Lockable): boolean => trashed_at === null && !is_locked;

/** Throws `conflict` for a thing in the trash. */
export function assertNotTrashed({ title, trashed_at }: Pick<Lockable, 'title' | 'trashed_at'>): void {
  if (trashed_at !== null) throw new Problem('conflict', `"${title}" is in the trash; restore it first.`);
}

/** The route that unlocks a thing, by the first part of its path. */
const unlockRoutes: Readonly<Record<string, string>> = { documents: 'PATCH /documents/{id}', whiteboards: 'PATCH /whiteboards/{id}' };

/** Throws `conflict` for a thing in the trash, and for one that is locked; `nouns` is the first part of its path. */
export function assertEditable(thing: Lockable, { nouns }: { readonly nouns: string }): void {
  assertNotTrashed(thing);
  if (thing.is_locked) throw new Problem('conflict', `"${thing.title}" is locked; send is_locked=false to ${unlockRoutes[nouns]} first.`);
}
