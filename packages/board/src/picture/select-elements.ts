import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { BoardPictureError } from './refusal/board-picture-error.ts';

/** Returns the elements from bottom to top: by index, and those with the same index by id. */
export function bottomToTop(elements: readonly BoardElement[]): BoardElement[] {
  return elements.toSorted((a, b) => compare(a.index, b.index) || compare(a.id, b.id));
}

/**
 * Returns a frame and the elements in it, also in frames in it, and the connectors between them. Throws `not_found` if no
 * frame has the id.
 */
export function elementsOfFrame(elements: readonly BoardElement[], frame_id: string): BoardElement[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  if (byId.get(frame_id)?.type !== 'frame') throw new BoardPictureError('not_found', 'The whiteboard has no frame with this frame_id.');
  const inside = new Map<string, boolean>([[frame_id, true]]);

  function isInside(element: BoardElement): boolean {
    const known = inside.get(element.id);
    if (known !== undefined) return known;
    // A circle of frames leads to this entry, so it ends.
    inside.set(element.id, false);
    const parent = element.frame_id === null ? undefined : byId.get(element.frame_id);
    const result = parent !== undefined && isInside(parent);
    inside.set(element.id, result);
    return result;
  }

  for (const element of elements) isInside(element);
  const hasEnd = (end: { element_id: string } | { x: number; y: number }) => 'element_id' in end && inside.get(end.element_id) === true;
  return elements.filter(
    (element) => inside.get(element.id) === true || (element.type === 'connector' && hasEnd(element.from) && hasEnd(element.to)),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
