import { type BoardElement, MAX_BOARD_ELEMENTS } from '@space/contracts/whiteboard-elements';
import { MAX_BOARD_CHANGE_BYTES, MAX_WHITEBOARD_STATE_BYTES } from '@space/contracts/whiteboard-limits';
import * as Y from 'yjs';
import { elementsOf } from '../document/element-map.ts';
import { loadBoard } from '../document/load-board.ts';
import { readElements } from '../document/read-elements.ts';
import { BoardError } from '../schema/board-error.ts';

/** A whiteboard while a change is made: the document, and its elements before the change from bottom to top. */
export interface EditedBoard {
  readonly doc: Y.Doc;
  readonly before: readonly BoardElement[];
  readonly elements: ReadonlyMap<string, BoardElement>;
}

/** A change that was made: one Yjs update, null if nothing differs, and the elements before and after it by their ids. */
export interface MadeChange<Result> {
  readonly update: Uint8Array | null;
  readonly before: ReadonlyMap<string, BoardElement>;
  readonly after: ReadonlyMap<string, BoardElement>;
  readonly result: Result;
}

/**
 * Makes a change on a copy of a whiteboard, so that the state itself stays as it is and a refusal leaves no part of the change.
 * Throws `too_large` if the whiteboard then has too many elements or bytes.
 */
export function changeBoard<Result>(state: Uint8Array, change: (board: EditedBoard) => Result): MadeChange<Result> {
  const doc = loadBoard(state);
  const list = readElements(doc);
  const before = byId(list);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const result = doc.transact(() => change({ doc, before: list, elements: before }));
  const [update = null] = updates;
  if (update === null) return { update, before, after: before, result };
  if (update.length > MAX_BOARD_CHANGE_BYTES)
    throw new BoardError('too_large', `One change has at most ${MAX_BOARD_CHANGE_BYTES} bytes; divide it into several.`);
  checkSize(doc, state.length + update.length, before.size);
  return { update, before, after: byId(readElements(doc)), result };
}

/** Returns elements by their ids, in the order of the list. */
function byId(elements: readonly BoardElement[]): ReadonlyMap<string, BoardElement> {
  return new Map(elements.map((element) => [element.id, element]));
}

/** Throws `too_large` above a limit. A whiteboard that is above that of elements may be changed as long as it does not grow. */
function checkSize(doc: Y.Doc, bytes: number, countBefore: number): void {
  const count = elementsOf(doc).size;
  if (count > Math.max(MAX_BOARD_ELEMENTS, countBefore)) {
    throw new BoardError('too_large', `A whiteboard has at most ${MAX_BOARD_ELEMENTS} elements; this one would have ${count}.`);
  }
  if (bytes > MAX_WHITEBOARD_STATE_BYTES && Y.encodeStateAsUpdate(doc).length > MAX_WHITEBOARD_STATE_BYTES) {
    throw new BoardError('too_large', `A whiteboard has at most ${MAX_WHITEBOARD_STATE_BYTES} bytes with its history; make a copy of it.`);
  }
}
