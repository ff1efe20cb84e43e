import { containing, listQuery, orderOf, type PageInput, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { wordQuery } from '../../contents/words/word-query.ts';
import { foldersBelow } from '../../tree/tree.queries.ts';
import { whiteboardJson } from '../rows/whiteboard-json-sql.ts';

/** The filters of a list of whiteboards. */
interface WhiteboardFilters extends PageInput {
  readonly folder_id?: string | undefined;
  readonly recursive: boolean;
  readonly search?: string | undefined;
  readonly min_updated_at?: string | undefined;
  readonly trashed: boolean;
  readonly sort: string;
}

const when = <T>(value: T | undefined, condition: (value: T) => FragmentSqlToken): FragmentSqlToken =>
  value === undefined ? sql.fragment`` : condition(value);

function inFolder(space: string, folder_id: string, recursive: boolean): FragmentSqlToken {
  if (folder_id === 'none') return sql.fragment`and d.folder_id is null`;
  if (!recursive) return sql.fragment`and d.folder_id = ${folder_id}`;
  return sql.fragment`and d.folder_id in (select b.id from (${foldersBelow(space, folder_id, true)}) as b)`;
}

/** The condition that the title of a whiteboard has a text as a part, or that its texts have all words of it. */
function matches(space: string, text: string): FragmentSqlToken {
  const query = wordQuery(space, text);
  const byWords =
    query === null
      ? sql.fragment`false`
      : sql.fragment`exists (select from library.whiteboard_summary as x
          where x.space_id = d.space_id and x.whiteboard_id = d.id and x.words @@ ${query}::tsquery)`;
  return sql.fragment`and (lower(d.title) like lower(${containing(text)}) or ${byWords})`;
}

/** The query of a list of whiteboards. */
export const listWhiteboards = (space: string, { sort, limit, cursor, include_total, ...filters }: WhiteboardFilters) =>
  listQuery(
    { limit, cursor, include_total },
    {
      from: sql.fragment`library.whiteboard as d`,
      alias: 'd',
      where: sql.fragment`d.space_id = ${space} and d.trashed_at is ${filters.trashed ? sql.fragment`not null` : sql.fragment`null`}
      ${when(filters.folder_id, (id) => inFolder(space, id, filters.recursive))}
      ${when(filters.min_updated_at, (time) => sql.fragment`and d.updated_at >= ${time}::timestamptz`)}
      ${when(filters.search || undefined, (text) => matches(space, text))}`,
      item: whiteboardJson,
      ...orderOf(sort, 'd', {
        title: { column: sql.fragment`lower(d.title)`, type: 'text' },
        updated_at: { column: sql.fragment`d.updated_at`, type: 'timestamp' },
      }),
    },
  );
