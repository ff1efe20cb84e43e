import { sql, type TextSources } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { searchSources } from './search-sources-sql.ts';

/**
 * Returns what a caller searches: of documents those with these ids, or all for null, and those in these folders. `null` stands for all folders, and
 * `undefined` for none.
 */
export function sourcesFor(ids: readonly string[] | null, folders: readonly string[] | null | undefined): TextSources {
  if (ids === null) return searchSources;
  const { document, ...others } = searchSources;
  return { ...others, document: { ...document!, where: sql.fragment`${document!.where!} and ${mayFind(ids, folders)}` } };
}

function mayFind(ids: readonly string[], folders: readonly string[] | null | undefined): FragmentSqlToken {
  const inFolder =
    folders === null ? sql.fragment`t.folder_id is not null` : sql.fragment`t.folder_id = any(${sql.array([...(folders ?? [])], 'text')})`;
  return sql.fragment`(t.id = any(${sql.array([...ids], 'text')}) or ${inFolder})`;
}
