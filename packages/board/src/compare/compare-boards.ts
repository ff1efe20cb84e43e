import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { loadBoard } from '../document/load-board.ts';
import { readElements } from '../document/read-elements.ts';

/** The differences between two states of a whiteboard: ids from bottom to top, and the beginnings of new and changed texts. */
export interface BoardComparison {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** At most ten texts of at most 280 characters. */
  readonly texts: readonly string[];
}

/** The texts of a comparison, and the characters of each. */
const most = { texts: 10, characters: 280 };

/** Returns the differences between two encoded states of a whiteboard. */
export function compareStates(before: Uint8Array, after: Uint8Array): BoardComparison {
  return compareElements(readElements(loadBoard(before)), readElements(loadBoard(after)));
}

/** Returns the differences between the elements of two states. A connector is not changed by a change of the elements at its ends. */
export function compareElements(before: readonly BoardElement[], after: readonly BoardElement[]): BoardComparison {
  const former = new Map(before.map((element) => [element.id, element]));
  const present = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !former.has(id));
  const changed = after.filter((element) => former.has(element.id) && !isSameElement(former.get(element.id)!, element));
  const withNewText = [...added, ...changed].filter(({ id, text }) => text !== '' && former.get(id)?.text !== text);
  return {
    added: added.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    removed: before.filter(({ id }) => !present.has(id)).map(({ id }) => id),
    texts: withNewText.slice(0, most.texts).map(({ text }) => beginning(text)),
  };
}

function isSameElement(a: BoardElement, b: BoardElement): boolean {
  return JSON.stringify(withoutBox(a)) === JSON.stringify(withoutBox(b));
}

function withoutBox(element: BoardElement): object {
  if (element.type !== 'connector') return element;
  return { ...element, x: 0, y: 0, width: 0, height: 0 };
}

function beginning(text: string): string {
  const characters = [...text.slice(0, 2 * most.characters)];
  return characters.length <= most.characters ? characters.join('') : `${characters.slice(0, most.characters - 1).join('')}…`;
}
