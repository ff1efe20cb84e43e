import type { Handlers } from '@space/bus';
import { type FieldError, invalidFields, unresolvedReferences } from '@space/contracts/core';
import type { whiteboardComments } from '@space/contracts/whiteboards';
import { replayIfStored, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { readComment, readComments } from '../../comments/read-comments.ts';
import { removeComment, resolveComment, rewriteComment, writeComment } from '../../comments/write-comments.ts';
import { findWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { type BoardPlace, isAboutElement } from './comment-table-sql.ts';
import { commentedWhiteboards, type FindElements } from './commented-whiteboards.ts';

/** The place that a call gives a new comment. */
interface GivenPlace {
  readonly element_id?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly parent_id?: string | undefined;
}

/** Creates the handlers of comments on whiteboards. Only the author of a comment changes its text. */
export function whiteboardCommentHandlers(
  { ports, writer }: { readonly ports: Ports; readonly writer: Writer },
  findElements: FindElements,
): Handlers<typeof whiteboardComments> {
  const { database } = ports;
  const commented = commentedWhiteboards(findElements);
  return {
    list: (call) => readComments(database, commented, call, isAboutElement(call.input.element_id)),
    get: async (call) => (await readComment(database, commented, call)).wire,
    async create(call) {
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const place = placeOf(call.input);
      const whiteboard = await findWhiteboard(database, call.caller.space_id, call.input.id);
      if (place && 'element_id' in place) await assertElement(whiteboard, place.element_id, findElements);
      return writer.write(call, (tx) => writeComment(tx, commented, call, place && { place, state: 'there' }));
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

/** Returns the place of a new thread; null for the whole whiteboard, and for a reply. Throws `invalid` for a place that is named in two ways. */
function placeOf({ element_id, x, y, parent_id }: GivenPlace): BoardPlace | null {
  const isPoint = x !== undefined || y !== undefined;
  const errors: FieldError[] = [];
  if (parent_id !== undefined && (element_id !== undefined || isPoint))
    errors.push({
      path: 'parent_id',
      code: 'not_both',
      message: 'cannot be combined with element_id, x and y: a reply is about what its thread is about',
    });
  else if (element_id !== undefined && isPoint)
    errors.push({ path: 'element_id', code: 'not_both', message: 'cannot be combined with x and y; send one of them' });
  else if (isPoint && x === undefined) errors.push({ path: 'x', code: 'required', message: 'is required with y' });
  else if (isPoint && y === undefined) errors.push({ path: 'y', code: 'required', message: 'is required with x' });
  if (errors.length > 0) throw invalidFields(errors);
  if (element_id !== undefined) return { element_id };
  return isPoint ? { x: x!, y: y! } : null;
}

async function assertElement(whiteboard: WhiteboardRow, element_id: string, findElements: FindElements): Promise<void> {
  if (!(await findElements(whiteboard, [element_id])).has(element_id))
    throw unresolvedReferences([{ path: 'element_id', noun: 'element', id: element_id }]);
}
