import { type Handlers, Json } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { MAX_CALL_ELEMENTS } from '@space/contracts/whiteboard-elements';
import type { whiteboardElements } from '@space/contracts/whiteboards';
import { readPage } from '@space/database';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { thingsOf } from '../content/assert-things.ts';
import { inList } from '../content/board-work.ts';
import { changeBoard } from '../content/change-board.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { findWhiteboard } from '../rows/find-whiteboard.ts';
import { elementRowOf } from '../storage/stored-board.ts';
import { listElements, type Rectangle } from './list-elements-sql.ts';
import { withRefs } from './with-refs.ts';

/** Creates the handlers of the elements of whiteboards. */
export function elementHandlers(from: WhiteboardPorts): Handlers<typeof whiteboardElements> {
  const { ports, boards } = from;
  const { database } = ports;
  return {
    async list({ input: { id, bbox, ids, ...list }, caller: { space_id: space } }) {
      const whiteboard = await findWhiteboard(database, space, id);
      const filters = { ...list, box: bbox === undefined ? undefined : rectangleOf(bbox), ids: ids === undefined ? undefined : idsOf(ids) };
      // Stale rows lack changes that were answered; this reads the elements and stores nothing.
      const given = whiteboard.is_stale
        ? (await boards.run(space, 'read_elements', { state: await loadPresent(database, boards, space, whiteboard) })).map(elementRowOf)
        : null;
      return new Json(await readPage(database, listElements(space, id, filters, given)));
    },

    create(call) {
      const { elements } = call.input;
      const space = call.caller.space_id;
      return changeBoard(from, call, {
        apply: (state) => boards.run(space, 'create_elements', { state, elements }, inList('elements', 'unresolved_reference')),
        given: thingsOf(elements),
        answer: (made, { comparison: _all, ...versions }) => ({ ...versions, elements: withRefs(made.elements, elements) }),
      });
    },

    update_bulk(call) {
      const { elements } = call.input;
      const space = call.caller.space_id;
      return changeBoard(from, call, {
        apply: (state) => boards.run(space, 'change_elements', { state, changes: elements }),
        given: thingsOf(elements),
        answer: ({ before, after }, { comparison: _all, ...versions }) => ({ ...versions, elements: [...after], before: [...before] }),
      });
    },

    delete_bulk(call) {
      const { element_ids: ids } = call.input;
      const space = call.caller.space_id;
      return changeBoard(from, call, {
        apply: (state) => boards.run(space, 'delete_elements', { state, ids }, inList('element_ids')),
        answer: ({ deleted }, { comparison: _all, ...versions }) => ({ ...versions, deleted_ids: deleted.map((element) => element.id) }),
      });
    },
  };
}

/** Returns the rectangle of a text such as `0,0,800,600`. */
function rectangleOf(bbox: string): Rectangle {
  const [x = 0, y = 0, width = 0, height = 0] = bbox.split(',').map(Number);
  return { x, y, width, height };
}

function idsOf(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length > MAX_CALL_ELEMENTS)
    throw invalidFields([{ path: 'ids', code: 'too_big', message: `must have at most ${MAX_CALL_ELEMENTS} ids` }]);
  return ids;
}
