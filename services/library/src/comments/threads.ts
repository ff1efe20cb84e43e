import { notFound, unresolvedReferences } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { CommentedThings, CommentInThread, CommentTypes } from './commented-things.ts';
import { findComment, lockComment } from './comments.queries.ts';

/** Returns the first comment of the thread of a comment that a reply names. Throws `unresolved_reference`. */
export async function findThread<T extends CommentTypes>(
  tx: CommonQueryMethods,
  space: string,
  { table }: CommentedThings<T>,
  thing: string,
  parent_id: string,
): Promise<T['row']> {
  const parent = await lockComment<T['row']>(tx, space, table, thing, parent_id);
  if (!parent) throw unresolvedReferences([{ path: 'parent_id', noun: 'comment', id: parent_id }]);
  return parent.parent_id === null ? parent : (await findComment<T['row']>(tx, space, table, thing, parent.parent_id))!;
}

/** Returns a comment that is locked with its thing. Throws `not_found`. */
export async function lockInThread<T extends CommentTypes>(
  tx: CommonQueryMethods,
  space: string,
  commented: CommentedThings<T>,
  id: string,
  comment_id: string,
): Promise<CommentInThread<T>> {
  const { table } = commented;
  const thing = await commented.lock(tx, space, id);
  const comment = await requireComment(lockComment<T['row']>(tx, space, table, id, comment_id), comment_id);
  const thread = comment.parent_id === null ? null : await findComment<T['row']>(tx, space, table, id, comment.parent_id);
  return { thing, comment, thread };
}

/** Returns a comment that was looked up. Throws `not_found`. */
export async function requireComment<Row>(found: Promise<Row | null>, id: string): Promise<Row> {
  const comment = await found;
  if (!comment) throw notFound('comment', id);
  return comment;
}
