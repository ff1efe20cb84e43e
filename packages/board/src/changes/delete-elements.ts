import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { elementsOf, findElement } from '../document/element-map.ts';
import { setField } from '../document/write-element.ts';
import { BoardError } from '../schema/board-error.ts';
import { changeBoard, type EditedBoard } from './change-board.ts';

/** The elements that a deletion deleted, as they were, from bottom to top, and the update; null for no elements. */
export interface DeletedElements {
  readonly update: Uint8Array | null;
  readonly deleted: readonly BoardElement[];
}

/** The settings of a deletion. */
export interface DeleteOptions {
  /**
   * True deletes what is in a deleted frame, as the Delete key does in Excalidraw and Miro. Default false: it stays where it is, in the frame
   * around the deleted one if there is one, so that a call that names a frame does not delete work that it does not name.
   */
  readonly with_content?: boolean;
}

/** Deletes elements and the connectors that end at them, all or none. Throws `unknown_element` with the index of an id that the whiteboard lacks. */
export function deleteElements(state: Uint8Array, ids: readonly string[], { with_content = false }: DeleteOptions = {}): DeletedElements {
  const { update, before, result } = changeBoard(state, function deleteAll(board) {
    for (const [index, id] of ids.entries()) {
      if (!board.elements.has(id))
        throw new BoardError('unknown_element', `The whiteboard has no element \`${id}\`.`, { index, element_id: id });
    }
    return removeElements(board, new Set(ids), with_content);
  });
  return { update, deleted: [...before.values()].filter(({ id }) => result.has(id)) };
}

/** Deletes elements that are there in a change, with their connectors and, if wanted, what is in frames. Returns the ids of all of them. */
export function removeElements(board: EditedBoard, ids: ReadonlySet<string>, withContent: boolean): ReadonlySet<string> {
  const gone = new Set(ids);
  if (withContent) addContent(board, gone);
  for (const element of board.before) {
    if (element.type === 'connector' && [element.from, element.to].some((end) => 'element_id' in end && gone.has(end.element_id)))
      gone.add(element.id);
  }
  const root = elementsOf(board.doc);
  for (const id of gone) root.delete(id);
  for (const { id, frame_id } of board.before) {
    if (gone.has(id) || frame_id === null || !gone.has(frame_id)) continue;
    setField(findElement(board.doc, id)!, 'frame_id', outerFrame(board, frame_id, gone));
  }
  return gone;
}

function addContent(board: EditedBoard, gone: Set<string>): void {
  const inside = Map.groupBy(board.before, ({ frame_id }) => frame_id);
  // A set gives ids that are added while it is read.
  for (const id of gone) for (const member of inside.get(id) ?? []) gone.add(member.id);
}

function outerFrame(board: EditedBoard, frame: string, gone: ReadonlySet<string>): string | null {
  let id: string | null = frame;
  while (id !== null && gone.has(id)) id = board.elements.get(id)?.frame_id ?? null;
  return id;
}
