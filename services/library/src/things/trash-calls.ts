import { extendJson, type Json } from '@space/bus';
import type { Caller, EventType } from '@space/contracts/core';
import { mustMatch } from '@space/database';
import type { Transaction } from '@space/event-log';
import { lockPlaces } from '../tree/tree.queries.ts';
import { lockAll } from './lock-things.ts';
import { type Removal, removeThings, restoreThings } from './remove-things.ts';
import type { ThingRow, Things } from './things.ts';

/** A call about things in folders. */
interface ThingCall<Input> {
  readonly input: Input;
  readonly caller: Pick<Caller, 'space_id'>;
  readonly if_version?: readonly number[] | null;
}

type Deletion = Pick<Removal, 'permanent' | 'force'>;

/** Deletes one thing as a call asks. */
export async function deleteOne<Row extends ThingRow, Deleted extends EventType>(
  tx: Transaction<Deleted>,
  things: Things<Row, unknown, never, Deleted>,
  { input: { id, ...how }, caller: { space_id: space }, if_version = null }: ThingCall<Deletion & { readonly id: string }>,
): Promise<{ id: string; deleted: true; was_trashed: boolean }> {
  await lockPlaces(tx, space);
  const [row] = await lockAll(tx, space, things, [id]);
  mustMatch(if_version, row!.version);
  await removeThings(tx, space, things, [row!], how);
  return { id, deleted: true, was_trashed: row!.trashed_at !== null };
}

/** Deletes several things as a call asks: all of them or none. */
export async function deleteMany<Row extends ThingRow, Deleted extends EventType>(
  tx: Transaction<Deleted>,
  things: Things<Row, unknown, never, Deleted>,
  { input: { ids, ...how }, caller: { space_id: space } }: ThingCall<Deletion & { readonly ids: string[] }>,
): Promise<{ ids: string[]; deleted: number; deleted_ids: string[] }> {
  await lockPlaces(tx, space);
  const rows = await lockAll(tx, space, things, ids);
  const removed = await removeThings(tx, space, things, rows, how);
  const deleted_ids = rows.filter(({ trashed_at }) => trashed_at === null).map(({ id }) => id);
  return { ids, deleted: removed.length, deleted_ids };
}

/** Takes one thing out of the trash. */
export async function restoreOne<Row extends ThingRow, Wire, Restored extends EventType>(
  tx: Transaction<Restored>,
  things: Things<Row, Wire, never, never, Restored>,
  { input: { id }, caller: { space_id: space } }: ThingCall<{ readonly id: string }>,
): Promise<Json<Wire & { was_trashed: boolean }>> {
  await lockPlaces(tx, space);
  const restored = await restoreThings(tx, space, things, await lockAll(tx, space, things, [id]));
  return extendJson(await things.answer(tx, space, id), { was_trashed: restored.length > 0 });
}

/** Takes several things out of the trash: all of them or none. */
export async function restoreMany<Row extends ThingRow, Restored extends EventType>(
  tx: Transaction<Restored>,
  things: Things<Row, unknown, never, never, Restored>,
  { input: { ids }, caller: { space_id: space } }: ThingCall<{ readonly ids: string[] }>,
): Promise<{ ids: string[]; restored: number; restored_ids: string[] }> {
  await lockPlaces(tx, space);
  const restored_ids = await restoreThings(tx, space, things, await lockAll(tx, space, things, ids));
  return { ids, restored: restored_ids.length, restored_ids };
}
