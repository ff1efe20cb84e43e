import { MAX_TEXT_MATCHES } from '@space/contracts/assets';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { wordQuery } from '../contents/words/word-query.ts';

/** A table with the words of contents, and its column with the id of their thing. */
const wordTables = {
  document: { table: sql.fragment`library.document_text`, thing_id: sql.fragment`document_id` },
  whiteboard: { table: sql.fragment`library.whiteboard_summary`, thing_id: sql.fragment`whiteboard_id` },
} as const;

/** The condition that a thing `t` of a kind has all words of a text; undefined for a text without words. Its work is bounded. */
export function contentMatches(kind: keyof typeof wordTables, space: string, text: string): FragmentSqlToken | undefined {
  const query = wordQuery(space, text);
  if (query === null) return undefined;
  const { table, thing_id } = wordTables[kind];
  return sql.fragment`t.id = any(array(
    select x.${thing_id} from ${table} as x where x.space_id = ${space} and x.words @@ ${query}::tsquery limit ${MAX_TEXT_MATCHES}))`;
}
