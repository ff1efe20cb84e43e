import type { Handlers } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { moveAsAsked, prepareMove } from '../things/move-things.ts';
import { deleteMany, deleteOne, restoreMany, restoreOne } from '../things/trash-calls.ts';
import { assetThings } from './asset-things.ts';

/** Creates the handlers that move, delete and restore assets; `origin` is that of their public addresses. */
export function assetPlaceHandlers(
  { database }: Pick<Ports, 'database'>,
  writer: Writer,
  origin: string,
): Pick<Handlers<typeof assets>, 'move_bulk' | 'delete' | 'delete_bulk' | 'restore' | 'restore_bulk'> {
  const things = assetThings(origin);
  return {
    async move_bulk(call) {
      const place = await prepareMove(database, things, call);
      return writer.write(call, (tx) => moveAsAsked(tx, things, call, place));
    },
    delete: (call) => writer.write(call, (tx) => deleteOne(tx, things, call)),
    delete_bulk: (call) => writer.write(call, (tx) => deleteMany(tx, things, call)),
    restore: (call) => writer.write(call, (tx) => restoreOne(tx, things, call)),
    restore_bulk: (call) => writer.write(call, (tx) => restoreMany(tx, things, call)),
  };
}
