import { type Caller, Problem } from '@space/contracts/core';
import { newId } from '@space/database';
import type { Transaction } from '@space/event-log';
import { mentionedIds } from '@space/text';
import { assertNotTrashed } from '../contents/kinds/assert-editable.ts';
import type { CommentedThings, CommentTypes } from './commented-things.ts';
import { countComments, deleteComment, findComment, insertComment, setResolved, updateCommentBody } from './comments.queries.ts';
import { findThread, lockInThread } from './threads.ts';

/** A call that writes comments on a thing. */
interface WritingCall<Input> {
  readonly input: Input & { readonly id: string };
  readonly caller: Pick<Caller, 'space_id' | 'actor'>;
}

interface Named {
  readonly comment_id: string;
}

/** Writes a comment or a reply about a place that was read before the transaction; null is the whole thing. Throws `limit_reached`. */
export async function writeComment<T extends CommentTypes>(
  tx: Transaction<T['written']>,
  commented: CommentedThings<T>,
  { input: { id, body, parent_id }, caller: { space_id: space, actor } }: WritingCall<{ body: string; parent_id?: string | undefined }>,
  place: { readonly place: T['place']; readonly state: T['state'] } | null,
): Promise<T['wire']> {
  const { table, prefix, limit } = commented;
  const thing = await commented.lock(tx, space, id);
  assertNotTrashed(thing);
  if ((await countComments(tx, space, table.kind, id)) >= limit)
    throw new Problem('limit_reached', `A ${table.kind} can have ${limit} comments; delete one of "${thing.title}" first.`);
  const thread = parent_id === undefined ? null : await findThread(tx, space, commented, id, parent_id);
  const comment_id = newId(prefix);
  const mentioned_ids = mentionedIds(body);
  await insertComment(
    tx,
    space,
    table,
    { id: comment_id, thing_id: id, parent_id: thread?.id ?? null, body, author: actor, mentioned_ids, place: place?.place ?? null },
    tx.now,
  );
  const comment = (await findComment<T['row']>(tx, space, table, id, comment_id))!;
  await commented.announceWritten(tx, { thing, comment, thread }, { edited: false, mentioned_ids });
  return commented.wire(comment, place?.state ?? null);
}

/** Changes the text of a comment; `state` is that of its place. Throws `forbidden` for others than its author. */
export async function rewriteComment<T extends CommentTypes>(
  tx: Transaction<T['written']>,
  commented: CommentedThings<T>,
  { input: { id, comment_id, body }, caller: { space_id: space, actor } }: WritingCall<Named & { readonly body?: string | undefined }>,
  state: T['state'] | null,
): Promise<T['wire'] & { before: { body?: string } }> {
  const { table } = commented;
  const { thing, comment, thread } = await lockInThread(tx, space, commented, id, comment_id);
  assertNotTrashed(thing);
  if (comment.author.id !== actor.id) throw new Problem('forbidden', 'Only its author changes a comment; write another one.');
  if (body === undefined || body === comment.body) return { ...commented.wire(comment, state), before: {} };
  const mentioned_ids = mentionedIds(body);
  await updateCommentBody(tx, space, table.kind, comment_id, { body, mentioned_ids }, tx.now);
  const after = (await findComment<T['row']>(tx, space, table, id, comment_id))!;
  const isNew = (one: string) => !comment.mentioned_ids.includes(one);
  await commented.announceWritten(tx, { thing, comment: after, thread }, { edited: true, mentioned_ids: mentioned_ids.filter(isNew) });
  return { ...commented.wire(after, state), before: { body: comment.body } };
}

/** Resolves a thread, or opens it again; `state` is that of its place. Throws `conflict` for a reply. */
export async function resolveComment<T extends CommentTypes>(
  tx: Transaction<T['resolved']>,
  commented: CommentedThings<T>,
  { input: { id, comment_id, resolved }, caller: { space_id: space, actor } }: WritingCall<Named & { readonly resolved: boolean }>,
  state: T['state'] | null,
): Promise<T['wire'] & { was_resolved: boolean }> {
  const { table } = commented;
  const { thing, comment } = await lockInThread(tx, space, commented, id, comment_id);
  assertNotTrashed(thing);
  if (comment.parent_id !== null)
    throw new Problem('conflict', `This is a reply; resolve ${comment.parent_id}, the first comment of its thread.`);
  const was_resolved = comment.resolved_at !== null;
  if (resolved !== was_resolved) {
    await setResolved(tx, space, table.kind, comment_id, resolved ? actor : null, tx.now);
    await commented.announceResolved(tx, { thing, comment, thread: null }, resolved);
  }
  return { ...commented.wire((await findComment<T['row']>(tx, space, table, id, comment_id))!, state), was_resolved };
}

/** Deletes a comment with its replies. */
export async function removeComment<T extends CommentTypes>(
  tx: Transaction<T['deleted']>,
  commented: CommentedThings<T>,
  { input: { id, comment_id }, caller: { space_id: space } }: WritingCall<Named>,
): Promise<{ id: string; deleted: true }> {
  const found = await lockInThread(tx, space, commented, id, comment_id);
  await deleteComment(tx, space, commented.table.kind, comment_id);
  await commented.announceDeleted(tx, found);
  return { id: comment_id, deleted: true };
}
