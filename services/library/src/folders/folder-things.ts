import type { assetDeleted, assetRestored, assetUpdated } from '@space/contracts/assets';
import { type Caller, Problem } from '@space/contracts/core';
import type { documentDeleted, documentMoved, documentRestored } from '@space/contracts/documents';
import { MAX_THINGS_PER_CHANGE } from '@space/contracts/folders';
import type { whiteboardDeleted, whiteboardMoved, whiteboardRestored } from '@space/contracts/whiteboards';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { assetThings } from '../assets/asset-things.ts';
import { documentThings } from '../documents/places/document-things.ts';
import { moveThings } from '../things/move-things.ts';
import { type Removal, removeThings, restoreThings } from '../things/remove-things.ts';
import { emptyFolders, findIdsIn, findIdsTrashedWith } from '../things/things.queries.ts';
import { type ThingKind, type ThingRow, type Things, thingKinds } from '../things/things.ts';
import { whiteboardThings } from '../whiteboards/places/whiteboard-things.ts';

/** The events of things that move with their folder. */
export type ThingMoved = typeof documentMoved | typeof whiteboardMoved | typeof assetUpdated;
/** The events of things that are deleted with their folder. */
export type ThingDeleted = typeof documentDeleted | typeof whiteboardDeleted | typeof assetDeleted;
/** The events of things that are restored with their folder. */
export type ThingRestored = typeof documentRestored | typeof whiteboardRestored | typeof assetRestored;

type FolderThings = Things<ThingRow, unknown, ThingMoved, ThingDeleted, ThingRestored>;

/** The things of all kinds that folders contain. */
export type Shelf = Readonly<Record<ThingKind, FolderThings>>;

/** Returns the things of all kinds that folders contain; `origin` is that of public addresses of assets. */
export const createShelf = (origin: string): Shelf => ({
  document: documentThings,
  whiteboard: whiteboardThings,
  asset: assetThings(origin),
});

/** Things of one kind that were found in folders. */
interface FoundThings {
  readonly things: FolderThings;
  readonly ids: readonly string[];
}

/** More ids than this need not be found: a call that would change so many things is refused. */
const FOUND = MAX_THINGS_PER_CHANGE + 1;

const find = (shelf: Shelf, idsOf: (kind: ThingKind) => Promise<readonly string[]>): Promise<FoundThings[]> =>
  Promise.all(thingKinds.map(async (kind) => ({ things: shelf[kind], ids: await idsOf(kind) })));

/** Finds the things in folders; those in the trash only if `alsoTrashed`. */
export const findThingsIn = (tx: CommonQueryMethods, space: string, shelf: Shelf, folders: readonly string[], alsoTrashed: boolean) =>
  find(shelf, (kind) => findIdsIn(tx, space, kind, folders, alsoTrashed, FOUND));

/** Finds the things in folders that a deletion moved to the trash. */
export const findThingsTrashedWith = (tx: CommonQueryMethods, space: string, shelf: Shelf, deletion: string, folders: readonly string[]) =>
  find(shelf, (kind) => findIdsTrashedWith(tx, space, kind, deletion, folders, FOUND));

/** Returns the number of things that were found. */
export const countThings = (found: readonly FoundThings[]): number => found.reduce((sum, { ids }) => sum + ids.length, 0);

/**
 * Throws `missing_scope` if a call changes things without the scope for it, and `limit_reached` if it would change too many with the
 * folders.
 */
export function assertMayChange({ scopes }: Caller, folders: number, found: readonly FoundThings[]): void {
  if (folders + countThings(found) > MAX_THINGS_PER_CHANGE)
    throw new Problem(
      'limit_reached',
      `One call can delete, restore or move ${MAX_THINGS_PER_CHANGE} folders and things in them; do it folder by folder, or with bulk calls.`,
    );
  for (const { things, ids } of found)
    if (ids.length > 0 && things.scope !== null && !scopes?.includes(things.scope))
      throw new Problem(
        'missing_scope',
        `The folder contains ${things.kind}s, and this key lacks the scope ${things.scope}; use a key that has it.`,
        { missing_scope: things.scope },
      );
}

const lock = async (tx: CommonQueryMethods, space: string, { things, ids }: FoundThings): Promise<ThingRow[]> => [
  ...(await things.lock(tx, space, ids)).values(),
];

/** Gives things that were found another folder, and returns their number. */
export async function moveFound(
  tx: Transaction<ThingMoved>,
  space: string,
  found: readonly FoundThings[],
  folder_id: string | null,
): Promise<number> {
  let moved = 0;
  for (const one of found) {
    const rows = await lock(tx, space, one);
    await moveThings(tx, space, one.things, rows, () => folder_id);
    moved += rows.length;
  }
  return moved;
}

/** Deletes things that were found. Throws `attached`. */
export async function removeFound(
  tx: Transaction<ThingDeleted>,
  space: string,
  found: readonly FoundThings[],
  removal: Removal,
): Promise<void> {
  for (const one of found) await removeThings(tx, space, one.things, await lock(tx, space, one), removal);
}

/** Takes things that were found out of the trash. */
export async function restoreFound(tx: Transaction<ThingRestored>, space: string, found: readonly FoundThings[]): Promise<void> {
  for (const one of found) await restoreThings(tx, space, one.things, await lock(tx, space, one));
}

/** Takes the things in the trash out of folders that are deleted for good: they are in no folder then. */
export async function releaseThings(tx: CommonQueryMethods, space: string, folders: readonly string[]): Promise<void> {
  for (const kind of thingKinds) await emptyFolders(tx, space, kind, folders);
}
