import type { SpaceClient } from '../../../api/space-client.ts';
import type { CommentsOf } from '../../comments/threads/comments-of.ts';
import { type WrittenPlace, wholePlace } from '../../comments/threads/written-place.ts';

/** A comment on a whiteboard. */
export type WhiteboardComment = Awaited<ReturnType<SpaceClient['whiteboard_comments']['get']>>;

/** Returns the comments on a whiteboard. */
export const commentsOfWhiteboard = (id: string): CommentsOf => ({ contract: 'whiteboard_comments', noun: 'whiteboard', id });

/** Returns the place of a new comment: an element with its words, a place, or the whole whiteboard without either. */
export function placeOnWhiteboard(
  place: { readonly element_id: string } | { readonly x: number; readonly y: number } | undefined,
  wordsOf: (element_id: string) => string | undefined,
): WrittenPlace {
  if (!place) return wholePlace('whiteboard');
  if (!('element_id' in place)) {
    const at = { x: Math.round(place.x), y: Math.round(place.y) };
    return { fields: at, about: 'About the place in the middle of the window', isWhole: false };
  }
  return { fields: place, about: wordsOf(place.element_id) ?? 'About an element', isWhole: false };
}

/** Returns the words of the place of a thread that is no element of the whiteboard any more, or no element at all. */
export function placeWords({
  element_id,
  is_element_deleted,
  x,
}: Pick<WhiteboardComment, 'element_id' | 'is_element_deleted' | 'x'>): string {
  if (element_id !== null) return is_element_deleted ? 'Its element was deleted.' : 'An element';
  return x === null ? 'About the whole whiteboard' : 'A place on the whiteboard';
}
