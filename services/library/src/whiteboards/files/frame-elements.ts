import { notFound } from '@space/contracts/core';
import type { BoardElement } from '@space/contracts/whiteboard-elements';

/** Returns the elements of a frame with the frame itself, or all for undefined. Throws `not_found` for a frame that is not there. */
export function elementsOfFrame(elements: readonly BoardElement[], frame_id: string | undefined): readonly BoardElement[] {
  if (frame_id === undefined) return elements;
  const known = new Map(elements.map((element) => [element.id, element]));
  if (known.get(frame_id)?.type !== 'frame') throw notFound('frame of the whiteboard', frame_id);
  const isInside = (element: BoardElement): boolean => {
    for (let frame = element.frame_id; frame !== null; frame = known.get(frame)?.frame_id ?? null) if (frame === frame_id) return true;
    return false;
  };
  return elements.filter((element) => element.id === frame_id || isInside(element));
}
