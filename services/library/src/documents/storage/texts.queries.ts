import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { contentWords, titleWords } from '../../contents/words/words-sql.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import type { StoredReference, StoredText } from './stored-text.ts';

/** A thing that the stored text of a document shows or mentions. */
export const Reference = z.object({
  kind: z.enum(['embed', 'link', 'image']),
  thing_kind: z.string(),
  thing_id: z.string().nullable(),
  address: z.string(),
  block_id: z.string().nullable(),
});

/** Returns the things that the stored text of a document shows or mentions; none for a document without a text. */
export async function findReferences(database: CommonQueryMethods, space: string, id: string): Promise<readonly StoredReference[]> {
  const refs = await database.maybeOneFirst(sql.type(z.object({ refs: z.array(Reference) }))`
    select refs from library.document_text where space_id = ${space} and document_id = ${id}`);
  return refs ?? [];
}

/** Returns the things that the published content of a document shows or mentions; none without one. */
export async function findPublishedReferences(
  database: CommonQueryMethods,
  space: string,
  id: string,
): Promise<readonly StoredReference[]> {
  const refs = await database.maybeOneFirst(sql.type(z.object({ refs: z.array(Reference) }))`
    select p.refs from library.document_publication as p where p.space_id = ${space} and p.document_id = ${id}`);
  return refs ?? [];
}

const TextRow = z.object({
  version: z.number(),
  markdown: z.string(),
  text: z.string(),
  outline: z.array(z.object({ block_id: z.string().nullable(), level: z.number(), text: z.string() })),
});

/** Returns the stored text of a document; null without one. */
export const findText = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(TextRow)`
    select version, markdown, text, outline from library.document_text where space_id = ${space} and document_id = ${id}`);

/** Stores the text of a document at a version. */
export const storeText = (tx: CommonQueryMethods, { space_id, id, title }: DocumentRow, version: number, text: StoredText) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_text as x
      (space_id, document_id, version, markdown, text, places, outline, refs, excerpt, characters, blocks_count, words)
    values (${space_id}, ${id}, ${version}, ${text.markdown}, ${text.text}, ${JSON.stringify(text.places)}::jsonb,
      ${JSON.stringify(text.outline)}::jsonb, ${JSON.stringify(text.refs)}::jsonb, ${text.excerpt}, ${text.characters},
      ${text.blocks_count}, ${contentWords(space_id, title, text)})
    on conflict (space_id, document_id) do update set version = excluded.version, markdown = excluded.markdown, text = excluded.text,
      places = excluded.places, outline = excluded.outline, refs = excluded.refs, excerpt = excluded.excerpt,
      characters = excluded.characters, blocks_count = excluded.blocks_count, words = excluded.words`);

/** Gives the words of a document another title. */
export const renameText = (tx: CommonQueryMethods, space: string, id: string, title: string) =>
  tx.query(sql.typeAlias('void')`
    update library.document_text set words = ${titleWords(space, title)} || ts_filter(words, '{b,c}')
    where space_id = ${space} and document_id = ${id}`);
