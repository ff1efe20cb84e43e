import type { Handlers } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import type { CommentAnchor, documentComments } from '@space/contracts/documents';
import { replayIfStored } from '@space/event-log';
import type { Anchor } from '@space/rich-text';
import { readComment, readComments } from '../../comments/read-comments.ts';
import { removeComment, resolveComment, rewriteComment, writeComment } from '../../comments/write-comments.ts';
import { loadPresent } from '../../contents/storage/load-state.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { findDocument } from '../rows/find-document.ts';
import { isAboutBlock } from './comment-table-sql.ts';
import { commentedDocuments } from './commented-documents.ts';

/** The place that a call gives a new comment. */
interface GivenPlace {
  readonly quote?: string | undefined;
  readonly block_id?: string | undefined;
  readonly parent_id?: string | undefined;
}

/**
 * Creates the handlers of comments on documents. The place that a thread is about is stored as positions of Yjs, and looked for in the present
 * content when the thread is read. Only the author of a comment changes its text.
 */
export function commentHandlers(from: DocumentPorts): Handlers<typeof documentComments> {
  const { ports, writer } = from;
  const { database } = ports;
  const commented = commentedDocuments(from);
  return {
    list: (call) => readComments(database, commented, call, isAboutBlock(call.input.block_id)),
    get: async (call) => (await readComment(database, commented, call)).wire,
    async create(call) {
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const place = await readPlace(from, call.caller.space_id, call.input.id, call.input);
      return writer.write(call, (tx) => writeComment(tx, commented, call, place));
    },
    async update(call) {
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const { state } = await readComment(database, commented, call);
      return writer.write(call, (tx) => rewriteComment(tx, commented, call, state));
    },
    async resolve(call) {
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const { state } = await readComment(database, commented, call);
      return writer.write(call, (tx) => resolveComment(tx, commented, call, state));
    },
    delete: (call) => writer.write(call, (tx) => removeComment(tx, commented, call)),
  };
}

/** Returns the place of a new thread; null for the whole document, and for a reply. */
async function readPlace(
  { ports: { database }, texts }: DocumentPorts,
  space: string,
  id: string,
  { quote, block_id, parent_id }: GivenPlace,
): Promise<{ place: Anchor; state: CommentAnchor } | null> {
  if (parent_id !== undefined && (quote ?? block_id) !== undefined)
    throw invalidFields([
      {
        path: 'parent_id',
        code: 'not_both',
        message: 'cannot be combined with quote and block_id: a reply is about what its thread is about',
      },
    ]);
  const document = await findDocument(database, space, id);
  if (quote === undefined && block_id === undefined) return null;
  const state = await loadPresent(database, texts, space, document);
  try {
    const place = await texts.run(space, 'make_anchor', { state, place: { quote, block_id } }, 'quote');
    return { place, state: place.quote === null ? 'block' : 'text' };
  } catch (error) {
    // A block that the document does not have; the other refusals are about the quote.
    if (!(error instanceof Problem) || error.extras.block_id === undefined) throw error;
    throw unresolvedReferences([{ path: 'block_id', noun: 'block', id: String(error.extras.block_id) }]);
  }
}
