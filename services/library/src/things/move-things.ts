import { type Caller, type EventType, invalidFields, Problem } from '@space/contracts/core';
import type { folderCreated } from '@space/contracts/folders';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { assertFoldersTake } from '../tree/assert-folders.ts';
import { type GivenPlace, type PreparedPlace, preparePlace, takePlace } from '../tree/place.ts';
import { lockAll } from './lock-things.ts';
import { setFolder } from './things.queries.ts';
import type { ThingRow, Things } from './things.ts';

/** Gives things that are locked another folder, and announces it. */
export async function moveThings<Row extends ThingRow, Moved extends EventType>(
  tx: Transaction<Moved>,
  space: string,
  things: Things<Row, unknown, Moved>,
  rows: readonly Row[],
  target: (row: Row) => string | null,
): Promise<void> {
  if (rows.length === 0) return;
  for (const [folder, of] of Map.groupBy(rows, target))
    await setFolder(
      tx,
      space,
      things.kind,
      of.map(({ id }) => id),
      folder,
      tx.now,
    );
  const after = rows.map((row): Row => ({ ...row, folder_id: target(row) }));
  await things.announceMoved(
    tx,
    space,
    after,
    rows.map(({ folder_id }) => folder_id),
  );
}

/** A call that moves things: all to one folder, or each to its own. */
interface MoveCall {
  readonly input: GivenPlace & {
    readonly ids?: readonly string[] | undefined;
    readonly moves?: readonly { readonly id: string; readonly folder_id: string | null }[] | undefined;
  };
  readonly caller: Pick<Caller, 'space_id'>;
}

/** Prepares a call that moves things, before its transaction. Throws `invalid` for a call that names their folders in two ways, or in none. */
export async function prepareMove(
  database: CommonQueryMethods,
  { kind }: Pick<Things<ThingRow, unknown>, 'kind'>,
  { input, caller }: MoveCall,
): Promise<PreparedPlace> {
  const { ids, moves, folder_id, folder_path } = input;
  if ((ids === undefined) === (moves === undefined))
    throw invalidFields([{ path: 'ids', code: 'required', message: 'is required, unless moves is given; send one of them' }]);
  if (ids !== undefined && folder_id === undefined && folder_path === undefined)
    throw invalidFields([{ path: 'folder_id', code: 'required', message: 'is required with ids, unless folder_path is given' }]);
  if (moves !== undefined && (folder_id !== undefined || folder_path !== undefined))
    throw invalidFields([
      { path: 'moves', code: 'conflict', message: `gives each ${kind} its own folder; leave folder_id and folder_path out` },
    ]);
  return preparePlace(database, caller.space_id, { folder_id, folder_path });
}

/** Moves the things of a call to a place that was prepared: all of them or none. Returns them with the former folders of those that moved. */
export async function moveAsAsked<Row extends ThingRow, Wire, Moved extends EventType>(
  tx: Transaction<Moved | typeof folderCreated>,
  things: Things<Row, Wire, Moved>,
  { input: { ids, moves }, caller: { space_id: space } }: MoveCall,
  place: PreparedPlace,
): Promise<{ data: Wire[]; before: { id: string; folder_id: string | null }[] }> {
  const folder = (await takePlace(tx, space, place)) ?? null;
  const targets = new Map(moves ? moves.map((one) => [one.id, one.folder_id]) : ids!.map((id) => [id, folder]));
  if (moves) await assertFoldersTake(tx, space, moves);
  const rows = await lockAll(tx, space, things, [...targets.keys()]);
  for (const row of rows)
    if (row.trashed_at !== null) throw new Problem('conflict', `"${things.nameOf(row)}" is in the trash; restore it first.`);
  const moved = rows.filter(({ id, folder_id }) => folder_id !== targets.get(id));
  await moveThings(tx, space, things, moved, ({ id }) => targets.get(id)!);
  return {
    data: await things.answers(tx, space, [...targets.keys()]),
    before: moved.map(({ id, folder_id }) => ({ id, folder_id })),
  };
}
