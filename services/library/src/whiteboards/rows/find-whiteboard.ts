import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Whiteboard } from '@space/contracts/whiteboards';
import { findExisting } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { WhiteboardRow } from './whiteboard-row.ts';
import { findWhiteboardRows, lockWhiteboardRows, readWhiteboards, whiteboardById } from './whiteboard-rows.queries.ts';

/** Returns a whiteboard as the wire shows it, with the version of its row. */
export async function answerOf(database: CommonQueryMethods, space: string, id: string): Promise<Json<Whiteboard>> {
  const row = await findExisting(database, whiteboardById(space, id), { noun: 'whiteboard', id });
  return new Json<Whiteboard>(row.json, row.version);
}

/** Returns whiteboards as the wire shows them, in the order of their ids. */
export async function answersOf(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Whiteboard[]> {
  const rows = await readWhiteboards(database, space, ids);
  return ids.map((id) => JSON.parse(rows.get(id)!) as Whiteboard);
}

/** Returns a whiteboard, without a lock. Throws `not_found`. */
export async function findWhiteboard(database: CommonQueryMethods, space: string, id: string): Promise<WhiteboardRow> {
  const row = (await findWhiteboardRows(database, space, [id])).get(id);
  if (!row) throw notFound('whiteboard', id);
  return row;
}

/** Returns a whiteboard, locked until the transaction ends. Throws `not_found`. */
export async function lockWhiteboard(tx: CommonQueryMethods, space: string, id: string): Promise<WhiteboardRow> {
  const row = (await lockWhiteboardRows(tx, space, [id])).get(id);
  if (!row) throw notFound('whiteboard', id);
  return row;
}
