import { MAX_TEXT_MATCHES } from '@space/contracts/assets';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { wordQuery } from '../documents/lists/search-documents.queries.ts';

/** The condition that a document `t` has all words of a text; undefined for a text without words. Its work is bounded. */
export function documentMatches(space: string, text: string): FragmentSqlToken | undefined {
  const query = wordQuery(space, text);
  if (query === null) return undefined;
  return sql.fragment`t.id = any(array(
    select x.document_id from library.document_text as x where x.space_id = ${space} and x.words @@ ${query}::tsquery limit ${MAX_TEXT_MATCHES}))`;
}
