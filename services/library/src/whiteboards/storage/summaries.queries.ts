import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { contentWords, titleWords } from '../../contents/words/words-sql.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import type { BoardReference } from './board-references.ts';
import type { StoredBoard } from './stored-board.ts';

/** A thing that a stored element of a whiteboard shows or leads to. */
export const Reference = z.object({
  kind: z.enum(['image', 'embed', 'link']),
  thing_kind: z.string(),
  thing_id: z.string().nullable(),
  address: z.string(),
  element_id: z.string(),
});

/** Returns the things that the stored elements of a whiteboard show or lead to; none for a whiteboard without a summary. */
export async function findReferences(database: CommonQueryMethods, space: string, id: string): Promise<readonly BoardReference[]> {
  const refs = await database.maybeOneFirst(sql.type(z.object({ refs: z.array(Reference) }))`
    select refs from library.whiteboard_summary where space_id = ${space} and whiteboard_id = ${id}`);
  return refs ?? [];
}

/** Stores the figures and texts of a whiteboard at a version. */
export const storeSummary = (tx: CommonQueryMethods, { space_id, id, title }: WhiteboardRow, version: number, board: StoredBoard) =>
  tx.query(sql.typeAlias('void')`
    insert into library.whiteboard_summary as x
      (space_id, whiteboard_id, version, elements_count, counts, bounds, text, excerpt, refs, words)
    values (${space_id}, ${id}, ${version}, ${board.elements_count}, ${JSON.stringify(board.counts)}::jsonb,
      ${board.bounds && JSON.stringify(board.bounds)}::jsonb, ${board.text}, ${board.excerpt}, ${JSON.stringify(board.refs)}::jsonb,
      ${contentWords(space_id, title, { heading_words: [], words: board.words })})
    on conflict (space_id, whiteboard_id) do update set version = excluded.version, elements_count = excluded.elements_count,
      counts = excluded.counts, bounds = excluded.bounds, text = excluded.text, excerpt = excluded.excerpt, refs = excluded.refs,
      words = excluded.words`);

/** Gives the words of a whiteboard another title. */
export const renameSummary = (tx: CommonQueryMethods, space: string, id: string, title: string) =>
  tx.query(sql.typeAlias('void')`
    update library.whiteboard_summary set words = ${titleWords(space, title)} || ts_filter(words, '{b,c}')
    where space_id = ${space} and whiteboard_id = ${id}`);
