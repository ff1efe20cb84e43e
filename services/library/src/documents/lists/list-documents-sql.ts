import { containing, listQuery, orderOf, type PageInput, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { foldersBelow } from '../../tree/tree.queries.ts';
import { documentJson } from '../rows/document-json-sql.ts';
import type { StoredReference } from '../storage/stored-text.ts';

/** The filters of a list of documents. */
interface DocumentFilters extends PageInput {
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

/** The query of a list of documents. */
export const listDocuments = (space: string, { sort, limit, cursor, include_total, ...filters }: DocumentFilters) =>
  listQuery(
    { limit, cursor, include_total },
    {
      from: sql.fragment`library.document as d`,
      alias: 'd',
      where: sql.fragment`d.space_id = ${space} and d.trashed_at is ${filters.trashed ? sql.fragment`not null` : sql.fragment`null`}
      ${when(filters.folder_id, (id) => inFolder(space, id, filters.recursive))}
      ${when(filters.min_updated_at, (time) => sql.fragment`and d.updated_at >= ${time}::timestamptz`)}
      ${when(filters.search || undefined, (text) => sql.fragment`and lower(d.title) like lower(${containing(text)})`)}`,
      item: documentJson,
      ...orderOf(sort, 'd', {
        title: { column: sql.fragment`lower(d.title)`, type: 'text' },
        updated_at: { column: sql.fragment`d.updated_at`, type: 'timestamp' },
      }),
    },
  );

/** The query of the things that a document shows or mentions: those that are given, or with null those of the stored text. */
export const listReferences = (
  space: string,
  id: string,
  list: PageInput & { readonly sort: string },
  given: readonly StoredReference[] | null,
) => {
  const refs =
    given === null
      ? sql.fragment`(select x.refs from library.document_text as x where x.space_id = ${space} and x.document_id = ${id})`
      : sql.fragment`${JSON.stringify(given)}::jsonb`;
  return listQuery(list, {
    from: sql.fragment`jsonb_array_elements(${refs}) with ordinality as f (reference, position)`,
    alias: 'f',
    where: sql.fragment`true`,
    item: sql.fragment`jsonb_build_object('position', f.position) || f.reference`,
    direction: orderOf(list.sort, 'f', {}).direction,
    sortBy: [{ column: sql.fragment`f.position`, type: 'integer' }],
    order: list.sort,
  });
};
