import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ElementRow } from './stored-board.ts';

/** The columns of an element by name. */
export const elementColumns = {
  id: 'text',
  type: 'text',
  frame_id: 'text',
  text: 'text',
  place: 'text',
  x: 'float8',
  y: 'float8',
  width: 'float8',
  height: 'float8',
  digest: 'text',
  element: 'json',
} as const;

/** Returns the hashes of the stored elements of a whiteboard, by id. */
export async function findDigests(database: CommonQueryMethods, space: string, id: string): Promise<Map<string, string>> {
  const rows = await database.any(sql.type(z.object({ id: z.string(), digest: z.string() }))`
    select id, digest from library.whiteboard_element where space_id = ${space} and whiteboard_id = ${id}`);
  return new Map(rows.map((row) => [row.id, row.digest]));
}

/** Stores elements of a whiteboard, new ones and changed ones. */
export const storeElements = (tx: CommonQueryMethods, space: string, id: string, rows: readonly ElementRow[]) =>
  tx.query(sql.typeAlias('void')`
    insert into library.whiteboard_element as e
      (space_id, whiteboard_id, id, type, frame_id, text, place, x, y, width, height, digest, element)
    select ${space}, ${id}, n.id, n.type, n.frame_id, n.text, n.place, n.x, n.y, n.width, n.height, n.digest, n.element
    from ${unnestRows(
      rows.map((row) => ({ ...row })),
      elementColumns,
      'n',
    )}
    on conflict (space_id, whiteboard_id, id) do update set type = excluded.type, frame_id = excluded.frame_id, text = excluded.text,
      place = excluded.place, x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height,
      digest = excluded.digest, element = excluded.element`);

/** Deletes stored elements of a whiteboard. */
export const deleteElements = (tx: CommonQueryMethods, space: string, whiteboard: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    delete from library.whiteboard_element
    where space_id = ${space} and whiteboard_id = ${whiteboard} and id = any(${sql.array([...ids], 'text')})`);
