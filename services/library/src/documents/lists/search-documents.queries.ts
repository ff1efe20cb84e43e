import { DOCUMENT_EXCERPT_CHARACTERS, MAX_PLACED_CHARACTERS, MAX_RANKED_DOCUMENTS } from '@space/contracts/documents';
import { sql } from '@space/database';
import { searchWords } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { SEARCHED_WORDS, wordQuery } from '../../contents/words/word-query.ts';
import { foldersBelow } from '../../tree/tree.queries.ts';

/** Characters of a snippet before its first word. */
const BEFORE = 80;

const FoundDocument = z.object({
  id: z.string(),
  title: z.string(),
  folder_id: z.string().nullable(),
  folder_path: z.string().nullable(),
  version: z.number(),
  snippet: z.string(),
  block_id: z.string().nullable(),
});

/** Finds documents by words, the best first, among the newest matches. */
export async function searchDocuments(
  database: CommonQueryMethods,
  space: string,
  { q, folder_id, max_results }: { readonly q: string; readonly folder_id?: string | undefined; readonly max_results: number },
): Promise<readonly z.infer<typeof FoundDocument>[]> {
  const query = wordQuery(space, q);
  if (query === null) return [];
  const inFolder =
    folder_id === undefined
      ? sql.fragment``
      : sql.fragment`and d.folder_id in (select b.id from (${foldersBelow(space, folder_id, false)}) as b)`;
  return database.any(sql.type(FoundDocument)`
    with newest as (
      select d.id, x.words from library.document_text as x
      join library.document as d on d.space_id = x.space_id and d.id = x.document_id
      where x.space_id = ${space} and x.words @@ ${query}::tsquery and d.trashed_at is null ${inFolder}
      order by d.updated_at desc limit ${MAX_RANKED_DOCUMENTS}
    ), best as (
      select n.id, ts_rank(n.words, ${query}::tsquery) as rank from newest as n order by rank desc, n.id desc limit ${max_results}
    ), placed as (
      select b.rank, d.id, d.title, d.folder_id, d.content_version as version, x.text, x.excerpt, x.places, (
        select min(nullif(strpos(l.text, w.word), 0)) from unnest(${sql.array(searchWords(q, SEARCHED_WORDS), 'text')}) as w (word)
      ) as place
      from best as b join library.document as d on d.space_id = ${space} and d.id = b.id
      join library.document_text as x on x.space_id = d.space_id and x.document_id = d.id
      -- "offset 0" computes the text one time for all words.
      cross join lateral (select lower(substr(x.text, 1, ${MAX_PLACED_CHARACTERS})) as text offset 0) as l
    )
    select p.id, p.title, p.folder_id, library.folder_path(${space}, p.folder_id) as folder_path, p.version,
      case when p.place is null then p.excerpt
        else substr(p.text, greatest(1, p.place - ${BEFORE}), ${DOCUMENT_EXCERPT_CHARACTERS}) end as snippet,
      (select e->>1 from jsonb_array_elements(p.places) as e where (e->>0)::integer < p.place order by (e->>0)::integer desc limit 1)
        as block_id
    from placed as p order by p.rank desc, p.id desc`);
}
