import type { Handlers } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import type { documents } from '@space/contracts/documents';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { assertFoldersTake } from '../../tree/assert-folders.ts';
import { preparePlace, takePlace } from '../../tree/place.ts';
import { answersOf, assertNotTrashed, lockDocuments } from '../rows/find-document.ts';
import { moveDocumentRows } from './move-rows.ts';

/** Returns the handler that moves documents: all of them or none. */
export const moveDocuments =
  (ports: Ports, writer: Writer): Handlers<typeof documents>['move_bulk'] =>
  async (call) => {
    const { ids, moves, folder_id, folder_path } = call.input;
    const space = call.caller.space_id;
    assertOneForm(call.input);
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    return writer.write(call, async function moveInTransaction(tx) {
      const folder = (await takePlace(tx, space, place)) ?? null;
      const targets = new Map(moves ? moves.map((one) => [one.id, one.folder_id]) : ids!.map((id) => [id, folder]));
      if (moves) await assertFoldersTake(tx, space, moves);
      const rows = await lockDocuments(tx, space, [...targets.keys()]);
      rows.forEach(assertNotTrashed);
      const moved = rows.filter(({ id, folder_id: before }) => before !== targets.get(id));
      await moveDocumentRows(tx, space, moved, (document) => targets.get(document.id)!);
      return {
        data: await answersOf(tx, space, [...targets.keys()]),
        before: moved.map(({ id, folder_id: before }) => ({ id, folder_id: before })),
      };
    });
  };

function assertOneForm({ ids, moves, folder_id, folder_path }: { readonly [field: string]: unknown }): void {
  if ((ids === undefined) === (moves === undefined))
    throw invalidFields([{ path: 'ids', code: 'required', message: 'is required, unless moves is given; send one of them' }]);
  if (ids !== undefined && folder_id === undefined && folder_path === undefined)
    throw invalidFields([{ path: 'folder_id', code: 'required', message: 'is required with ids, unless folder_path is given' }]);
  if (moves !== undefined && (folder_id !== undefined || folder_path !== undefined))
    throw invalidFields([
      { path: 'moves', code: 'conflict', message: 'gives each document its own folder; leave folder_id and folder_path out' },
    ]);
}
