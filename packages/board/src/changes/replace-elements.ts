import type { NewElement } from '@space/contracts/whiteboard-elements';
import { elementsOf } from '../document/element-map.ts';
import { changeBoard } from './change-board.ts';
import { addElements, type CreatedElements, type CreateOptions } from './create-elements.ts';

/** Deletes all elements of a whiteboard and adds others, all or none of them. It throws as `createElements` does. */
export function replaceElements(state: Uint8Array, elements: readonly NewElement[], options: CreateOptions = {}): CreatedElements {
  const { update, after, result } = changeBoard(state, function replaceAll({ doc }) {
    elementsOf(doc).clear();
    return addElements({ doc, before: [], elements: new Map() }, elements, options);
  });
  return { update, elements: result.map((id) => after.get(id)!) };
}
