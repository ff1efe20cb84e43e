import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { CommentTable } from '../../comments/commented-things.ts';

/** The part of a whiteboard that a thread is about: an element or a point. */
export type BoardPlace = { readonly element_id: string } | { readonly x: number; readonly y: number };

/** The table of comments on whiteboards. */
export const whiteboardCommentTable: CommentTable<BoardPlace> = {
  kind: 'whiteboard',
  placeJson: sql.fragment`m.element_id, m.x, m.y`,
  placeColumns: (place) => ({ element_id: null, x: null, y: null, ...place }),
};

/** The condition that a comment `m` was written about an element; none without its id. */
export const isAboutElement = (element_id: string | undefined): FragmentSqlToken | undefined =>
  element_id === undefined ? undefined : sql.fragment`m.element_id = ${element_id}`;
