import type { Handlers } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  type DocumentComment,
  documentCommentDeleted,
  documentCommented,
  documentCommentResolved,
  type documentComments,
  MAX_DOCUMENT_COMMENTS,
} from '@space/contracts/documents';
import { newId, readPage } from '@space/database';
import { replayIfStored } from '@space/event-log';
import type { Anchor } from '@space/rich-text';
import { mentionedIds } from '@space/text';
import { loadPresent } from '../../contents/storage/load-state.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { assertNotTrashed, findDocument, lockDocuments } from '../rows/find-document.ts';
import { wireComments } from './anchors.ts';
import { announceMentions, commentData } from './comment-events.ts';
import { wireComment } from './comment-row.ts';
import {
  countComments,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  setResolved,
  updateCommentBody,
} from './comments.queries.ts';
import { findThread, lockThread, requireComment } from './threads.ts';

/**
 * Creates the handlers of comments on documents. The place that a thread is about is stored as positions of Yjs, and looked for in the present
 * content when the thread is read. Only the author of a comment changes its text.
 */
export function commentHandlers({ ports, writer, texts }: DocumentPorts): Handlers<typeof documentComments> {
  const { database } = ports;

  /** Returns a comment as the wire shows it. Throws `not_found`. */
  async function readComment(space: string, id: string, comment_id: string): Promise<DocumentComment> {
    const document = await findDocument(database, space, id);
    const row = await requireComment(findComment(database, space, id, comment_id), comment_id);
    return (await wireComments(database, texts, document, [row]))[0]!;
  }

  return {
    async list({ input: { id, ...input }, caller }) {
      const document = await findDocument(database, caller.space_id, id);
      const { data, ...page } = JSON.parse(await readPage(database, listComments(caller.space_id, id, input)));
      return { ...page, data: await wireComments(database, texts, document, data) };
    },

    async get({ input: { id, comment_id }, caller }) {
      return readComment(caller.space_id, id, comment_id);
    },

    async create(call) {
      const { id, body, quote, block_id, parent_id } = call.input;
      const { space_id: space, actor } = call.caller;
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      if (parent_id !== undefined && (quote ?? block_id) !== undefined)
        throw invalidFields([
          {
            path: 'parent_id',
            code: 'not_both',
            message: 'cannot be combined with quote and block_id: a reply is about what its thread is about',
          },
        ]);
      const anchor = await readAnchor(call.input, await findDocument(database, space, id));
      return writer.write(call, async function commentInTransaction(tx) {
        const [document] = await lockDocuments(tx, space, [id]);
        assertNotTrashed(document!);
        if ((await countComments(tx, space, id)) >= MAX_DOCUMENT_COMMENTS)
          throw new Problem(
            'limit_reached',
            `A document can have ${MAX_DOCUMENT_COMMENTS} comments; delete one of "${document!.title}" first.`,
          );
        const thread = parent_id === undefined ? null : await findThread(tx, space, id, parent_id);
        const comment_id = newId('dcm');
        const mentioned_ids = mentionedIds(body);
        await insertComment(
          tx,
          space,
          { id: comment_id, document_id: id, parent_id: thread?.id ?? null, body, author: actor, mentioned_ids, anchor },
          tx.now,
        );
        const comment = (await findComment(tx, space, id, comment_id))!;
        const data = await commentData(tx, document!, comment, thread);
        tx.emit(documentCommented, { ...data, edited: false });
        await announceMentions(tx, data, mentioned_ids);
        return wireComment(comment, anchor && (anchor.quote === null ? 'block' : 'text'));
      });
    },

    async update(call) {
      const { id, comment_id, body } = call.input;
      const { space_id: space, actor } = call.caller;
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const { anchor } = await readComment(space, id, comment_id);
      return writer.write(call, async function editInTransaction(tx) {
        const { document, comment, thread } = await lockThread(tx, space, id, comment_id);
        assertNotTrashed(document);
        if (comment.author.id !== actor.id) throw new Problem('forbidden', 'Only its author changes a comment; write another one.');
        if (body === undefined || body === comment.body) return { ...wireComment(comment, anchor), before: {} };
        const mentioned_ids = mentionedIds(body);
        await updateCommentBody(tx, space, comment_id, { body, mentioned_ids }, tx.now);
        const after = (await findComment(tx, space, id, comment_id))!;
        const data = await commentData(tx, document, after, thread);
        tx.emit(documentCommented, { ...data, edited: true });
        await announceMentions(
          tx,
          data,
          mentioned_ids.filter((one) => !comment.mentioned_ids.includes(one)),
        );
        return { ...wireComment(after, anchor), before: { body: comment.body } };
      });
    },

    async resolve(call) {
      const { id, comment_id, resolved } = call.input;
      const { space_id: space, actor } = call.caller;
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const { anchor } = await readComment(space, id, comment_id);
      return writer.write(call, async function resolveInTransaction(tx) {
        const { document, comment } = await lockThread(tx, space, id, comment_id);
        assertNotTrashed(document);
        if (comment.parent_id !== null)
          throw new Problem('conflict', `This is a reply; resolve ${comment.parent_id}, the first comment of its thread.`);
        const was_resolved = comment.resolved_at !== null;
        if (resolved !== was_resolved) {
          await setResolved(tx, space, comment_id, resolved ? actor : null, tx.now);
          tx.emit(documentCommentResolved, { ...(await commentData(tx, document, comment, null)), resolved });
        }
        return { ...wireComment((await findComment(tx, space, id, comment_id))!, anchor), was_resolved };
      });
    },

    async delete(call) {
      const { id, comment_id } = call.input;
      const space = call.caller.space_id;
      return writer.write(call, async function deleteInTransaction(tx) {
        const { document, comment, thread } = await lockThread(tx, space, id, comment_id);
        await deleteComment(tx, space, comment_id);
        const data = await commentData(tx, document, comment, thread);
        tx.emit(documentCommentDeleted, { ...data, deleted_replies: comment.replies_count });
        return { id: comment_id, deleted: true as const };
      });
    },
  };

  /** Returns the anchor of a new thread; null for the whole document, and for a reply. */
  async function readAnchor(
    { quote, block_id }: { readonly quote?: string | undefined; readonly block_id?: string | undefined },
    document: DocumentRow,
  ): Promise<Anchor | null> {
    if (quote === undefined && block_id === undefined) return null;
    const state = await loadPresent(database, texts, document.space_id, document);
    try {
      return await texts.run(document.space_id, 'make_anchor', { state, place: { quote, block_id } }, 'quote');
    } catch (error) {
      // A block that the document does not have; the other refusals are about the quote.
      if (!(error instanceof Problem) || error.extras.block_id === undefined) throw error;
      throw unresolvedReferences([{ path: 'block_id', noun: 'block', id: String(error.extras.block_id) }]);
    }
  }
}
