import { extendJson, type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { MAX_TASK_COMMENTS, taskCommentDeleted, taskCommented, type taskComments } from '@space/contracts/work';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { mentionedIds } from '@space/text';
import { taskEventData } from '../changes/event-data.ts';
import { endLease } from '../claims/claim.queries.ts';
import { findPeople } from '../people/people.ts';
import { assertNotTrashed, findTask, lockTask } from '../rows/find-task.ts';
import { nameOf } from '../rows/task-row.ts';
import { countComments, deleteComment, insertComment, listComments, lockComment, updateComment } from './comments.queries.ts';

type Comment = Json<never>;

/** Creates the handlers of comments. Only the author of a comment changes its text. */
export function commentHandlers(ports: Ports): Handlers<typeof taskComments> {
  const { database } = ports;
  const writer = createWriter('work', ports);
  return {
    async list({ input: { id, ...input }, caller }) {
      const task = await findTask(database, caller.space_id, id);
      return new Json(await readPage(database, listComments(caller.space_id, task.id, input)));
    },

    async create(call) {
      const { id, body } = call.input;
      const { space_id: space, actor } = call.caller;
      const { people } = await findPeople(ports, call, [await findTask(database, space, id)]);
      return writer.write(call, async function commentInTransaction(tx) {
        const task = await lockTask(tx, space, id, null);
        assertNotTrashed(task);
        if ((await countComments(tx, space, task.id)) >= MAX_TASK_COMMENTS)
          throw new Problem('limit_reached', `A task can have ${MAX_TASK_COMMENTS} comments; delete one of ${nameOf(task)} first.`);
        const comment_id = newId('tcm');
        const mentioned_ids = mentionedIds(body);
        const json = await insertComment(tx, space, { id: comment_id, task_id: task.id, body, author: actor, mentioned_ids }, tx.now);
        await endLease(tx, space, task.id);
        tx.emit(taskCommented, { ...taskEventData(task, people), comment_id, body, mentioned_ids, edited: false });
        return new Json(json) as Comment;
      });
    },

    async update(call) {
      const { id, comment_id, body } = call.input;
      const { space_id: space, actor } = call.caller;
      const { people } = await findPeople(ports, call, [await findTask(database, space, id)]);
      return writer.write(call, async function editInTransaction(tx) {
        const task = await lockTask(tx, space, id, null);
        const comment = await lockComment(tx, space, task.id, comment_id);
        if (!comment) throw notFound('comment', comment_id);
        assertNotTrashed(task);
        if (comment.author_id !== actor.id) throw new Problem('forbidden', 'Only its author changes a comment; write another one.');
        if (body === undefined || body === comment.body) return extendJson(new Json(comment.json) as Comment, { before: {} });
        const mentioned_ids = mentionedIds(body);
        const json = await updateComment(tx, space, comment_id, body, mentioned_ids, tx.now);
        tx.emit(taskCommented, { ...taskEventData(task, people), comment_id, body, mentioned_ids, edited: true });
        return extendJson(new Json(json) as Comment, { before: { body: comment.body } });
      });
    },

    async delete(call) {
      const { id, comment_id } = call.input;
      const space = call.caller.space_id;
      const { people } = await findPeople(ports, call, [await findTask(database, space, id)]);
      return writer.write(call, async function deleteInTransaction(tx) {
        const task = await lockTask(tx, space, id, null);
        const comment = await lockComment(tx, space, task.id, comment_id);
        if (!comment) throw notFound('comment', comment_id);
        await deleteComment(tx, space, comment_id);
        const { body, mentioned_ids } = comment;
        tx.emit(taskCommentDeleted, { ...taskEventData(task, people), comment_id, body, mentioned_ids });
        return { id: comment_id, deleted: true as const };
      });
    },
  };
}
