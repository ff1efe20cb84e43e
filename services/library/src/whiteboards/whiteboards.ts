import { type Handlers, Json } from '@space/bus';
import type { whiteboards } from '@space/contracts/whiteboards';
import { readPage } from '@space/database';
import { createWhiteboard } from './boards/create-whiteboard.ts';
import { updateWhiteboard } from './boards/update-whiteboard.ts';
import type { WhiteboardPorts } from './content/whiteboard-ports.ts';
import { drawingHandlers } from './elements/draw-elements.ts';
import { exportWhiteboard } from './files/export-whiteboard.ts';
import { importWhiteboard } from './files/import-whiteboard.ts';
import { listWhiteboards } from './lists/list-whiteboards-sql.ts';
import { answerOf } from './rows/find-whiteboard.ts';

/** The handlers of the place of whiteboards in folders and in the trash. */
type PlaceHandlers = Pick<Handlers<typeof whiteboards>, 'delete' | 'delete_bulk' | 'restore' | 'restore_bulk' | 'move_bulk'>;

/** Creates the handlers of whiteboards, apart from those of their place in folders and in the trash. */
export function whiteboardHandlers(from: WhiteboardPorts): Omit<Handlers<typeof whiteboards>, keyof PlaceHandlers> {
  const { database } = from.ports;
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listWhiteboards(caller.space_id, input))),
    get: ({ input: { id }, caller }) => answerOf(database, caller.space_id, id),
    create: createWhiteboard(from),
    update: updateWhiteboard(from),
    ...drawingHandlers(from),
    export: exportWhiteboard(from),
    import: importWhiteboard(from),
  };
}
