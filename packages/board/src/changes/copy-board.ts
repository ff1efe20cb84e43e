import type { BoardElement, ConnectorEnd } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';
import { findElement } from '../document/element-map.ts';
import { emptyBoard, loadBoard } from '../document/load-board.ts';
import { newElementId as drawId, type NewElementId } from '../document/new-element-id.ts';
import { readElements } from '../document/read-elements.ts';
import { type FieldValues, insertElement, storedFields } from '../document/write-element.ts';

/**
 * Returns the state of a new whiteboard with the elements of another one: the same places, order and lines of the hand, under new ids.
 * Leaves out the history, and elements that readers of the other one do not see.
 */
export function copyBoard(state: Uint8Array, newElementId: NewElementId = drawId): Uint8Array {
  const source = loadBoard(state);
  const elements = readElements(source);
  if (elements.length === 0) return emptyBoard();
  const ids = new Map(elements.map(({ id }) => [id, newElementId()]));
  const copy = new Y.Doc();
  copy.transact(() => {
    for (const element of elements) {
      const { id, type, text } = element;
      const fields = { ...storedFields(findElement(source, id)!), ...copiedFields(element, ids) };
      insertElement(copy, { id: ids.get(id)!, type, text, fields });
    }
  });
  return Y.encodeStateAsUpdate(copy);
}

/** Returns the fields that name other elements or come from the id of an element. */
function copiedFields(element: BoardElement, ids: ReadonlyMap<string, string>): FieldValues {
  const { frame_id, index, seed } = element;
  const fields = { index, seed, frame_id: frame_id === null ? undefined : ids.get(frame_id) };
  return element.type === 'connector' ? { ...fields, from: endOf(element.from, ids), to: endOf(element.to, ids) } : fields;
}

function endOf(end: ConnectorEnd, ids: ReadonlyMap<string, string>): ConnectorEnd {
  return 'element_id' in end ? { ...end, element_id: ids.get(end.element_id)! } : end;
}
