import { BoardPictureError, elementsOfFrame } from '@space/board/picture';
import { notFound } from '@space/contracts/core';
import type { BoardElement } from '@space/contracts/whiteboard-elements';

/** Returns the elements that a picture of a frame has, or all for undefined. Throws `not_found` for a frame that is not there. */
export function elementsIn(elements: readonly BoardElement[], frame_id: string | undefined): readonly BoardElement[] {
  if (frame_id === undefined) return elements;
  try {
    return elementsOfFrame(elements, frame_id);
  } catch (error) {
    throw error instanceof BoardPictureError ? notFound('frame of the whiteboard', frame_id) : error;
  }
}
