import type { AssetKind, AssetOrigin } from '@space/contracts/assets';
import { containing, listQuery, orderOf, type PageInput, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { assetJson } from '../rows/asset-json-sql.ts';
import { textMatches } from '../search/text-matches-sql.ts';
import { foldersBelow } from '../tree/tree.queries.ts';

/** The filters of a list of assets. */
interface AssetFilters extends PageInput {
  readonly folder_id?: string | undefined;
  readonly recursive: boolean;
  readonly kind?: readonly AssetKind[] | undefined;
  readonly content_type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly unused?: boolean | undefined;
  readonly origin?: AssetOrigin | undefined;
  readonly min_created_at?: string | undefined;
  readonly trashed: boolean;
  readonly search?: string | undefined;
  readonly sort: string;
}

const when = <T>(value: T | undefined, condition: (value: T) => FragmentSqlToken): FragmentSqlToken =>
  value === undefined ? sql.fragment`` : condition(value);

function inFolder(space: string, folder_id: string, recursive: boolean): FragmentSqlToken {
  if (folder_id === 'none') return sql.fragment`and a.folder_id is null`;
  if (!recursive) return sql.fragment`and a.folder_id = ${folder_id}`;
  return sql.fragment`and a.folder_id in (select b.id from (${foldersBelow(space, folder_id, true)}) as b)`;
}

/** The query of a list of assets. */
export const listAssets = (space: string, url: string, { sort, limit, cursor, include_total, ...filters }: AssetFilters) =>
  listQuery(
    { limit, cursor, include_total },
    {
      from: sql.fragment`library.asset as a`,
      alias: 'a',
      where: sql.fragment`a.space_id = ${space} and a.trashed_at is ${filters.trashed ? sql.fragment`not null` : sql.fragment`null`}
      ${when(filters.folder_id, (id) => inFolder(space, id, filters.recursive))}
      ${when(filters.kind, (kinds) => sql.fragment`and a.kind = any(${sql.array([...kinds], 'text')})`)}
      ${when(filters.content_type, (type) => sql.fragment`and a.content_type = lower(${type})`)}
      ${when(filters.tags, (tags) => sql.fragment`and a.tags @> ${sql.array([...tags], 'text')}`)}
      ${when(
        filters.unused,
        (unused) => sql.fragment`and ${unused ? sql.fragment`not` : sql.fragment``} exists (
          select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id)`,
      )}
      ${when(filters.origin, (origin) => sql.fragment`and a.origin = ${origin}`)}
      ${when(filters.min_created_at, (time) => sql.fragment`and a.created_at >= ${time}::timestamptz`)}
      ${when(
        filters.search || undefined,
        // The expression of the index asset_search.
        (text) => sql.fragment`and (lower(a.name || E'\n' || coalesce(a.alt_text, '')) like lower(${containing(text)})
          or ${textMatches(space, text, sql.fragment`a.sha256`) ?? sql.fragment`false`})`,
      )}`,
      item: assetJson(url),
      ...orderOf(sort, 'a', {
        name: { column: sql.fragment`lower(a.name)`, type: 'text' },
        updated_at: { column: sql.fragment`a.updated_at`, type: 'timestamp' },
        size: { column: sql.fragment`a.size`, type: 'integer' },
      }),
    },
  );
