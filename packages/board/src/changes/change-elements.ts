import type { BoardElement, ElementChange } from '@space/contracts/whiteboard-elements';
import { findElement } from '../document/element-map.ts';
import { setField } from '../document/write-element.ts';
import { writeText } from '../document/write-text.ts';
import { BoardError } from '../schema/board-error.ts';
import type { FieldKey } from '../schema/fields.ts';
import { changeBoard, type EditedBoard, type MadeChange } from './change-board.ts';
import { checkFrames, checkReferences } from './check-references.ts';
import { givenFields } from './given-fields.ts';
import { createIndexes } from './indexes.ts';
import { moveWithFrames } from './move-with-frames.ts';

/** The elements that a change changed, before and after it, from bottom to top; the update is null if nothing differs. */
export interface ChangedElements {
  readonly update: Uint8Array | null;
  readonly before: readonly BoardElement[];
  readonly after: readonly BoardElement[];
}

/**
 * Changes fields of elements, all or none. A text changes by the fewest characters, so that words which others type stay. What is in
 * a frame moves with it, unless the call places it. Of several changes with `place` the last one is the foremost or hindmost.
 * Throws a BoardError with the index and field: `invalid`, `unknown_element`, `conflict` or `too_large`.
 */
export function changeElements(state: Uint8Array, changes: readonly ElementChange[]): ChangedElements {
  return changedElements(changeBoard(state, (board) => applyChanges(board, changes)));
}

/** Returns what a change of some elements made of them. A connector that ends at a changed element is not changed itself, though its box is. */
export function changedElements({ update, before, after, result }: MadeChange<ReadonlySet<string>>): ChangedElements {
  const changed = (elements: ReadonlyMap<string, BoardElement>) => [...elements.values()].filter(({ id }) => result.has(id));
  return { update, before: changed(before), after: changed(after) };
}

/** Applies changes in a change of a whiteboard and returns the ids of the elements whose fields differ. */
export function applyChanges(board: EditedBoard, changes: readonly ElementChange[]): ReadonlySet<string> {
  const indexes = createIndexes(board.before);
  const indexOf = new Map<string, number>();
  const changed = new Set<string>();
  const frames = new Map(board.before.map(({ id, type, frame_id }) => [id, { id, type, frame_id }]));
  for (const [index, change] of changes.entries()) {
    const id = change.element_id;
    const element = board.elements.get(id);
    if (!element)
      throw new BoardError('unknown_element', `The whiteboard has no element \`${id}\`.`, { index, field: 'element_id', element_id: id });
    if (indexOf.has(id))
      throw new BoardError('invalid', `Two changes are for the element \`${id}\`; join them.`, { index, field: 'element_id' });
    indexOf.set(id, index);
    const { text, fields } = givenFields(element.type, change, index);
    checkReferences(fields, index, (other) => board.elements.get(other)?.type);
    if (fields.frame_id !== undefined) frames.set(id, { id, type: element.type, frame_id: fields.frame_id as string | null });
    const map = findElement(board.doc, id)!;
    let isChanged = text !== undefined && writeText(map, text);
    for (const [key, value] of Object.entries(fields)) isChanged = setField(map, key as FieldKey, value) || isChanged;
    if (change.place) isChanged = setField(map, 'index', change.place === 'front' ? indexes.front() : indexes.back()) || isChanged;
    if (isChanged) changed.add(id);
  }
  checkFrames(frames, indexOf);
  for (const id of moveWithFrames(board, changes)) changed.add(id);
  return changed;
}
