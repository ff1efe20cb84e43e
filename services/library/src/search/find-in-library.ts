import type { SearchRequest } from '@space/contracts/platform';
import { type FoundText, findByText } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { findAllBelow } from '../tree/tree.queries.ts';
import { sourcesFor } from './document-scope-sql.ts';

type Kinds = SearchRequest['kinds'];
type Kind = Kinds[number]['kind'];

/**
 * Finds folders, assets and documents by text. A folder that an agent can use stands for the folders below it, and for the documents in all of
 * them.
 */
export async function findInLibrary(
  database: CommonQueryMethods,
  space: string,
  { q, limit, kinds }: SearchRequest,
): Promise<readonly FoundText<Kind>[]> {
  const folders = await allowedFolders(database, space, kinds);
  const named = kinds.find(({ kind }) => kind === 'document');
  // Folders and documents have one scope: a caller who finds folders may find the documents in them.
  const withDocuments = named || folders === undefined ? kinds : [...kinds, { kind: 'document' as const, ids: [] }];
  const allowed = withDocuments.map(({ kind, ids }) => ({
    kind,
    ids: kind === 'folder' ? (folders ?? null) : kind === 'document' ? null : ids,
  }));
  const sources = sourcesFor(named === undefined ? [] : named.ids, folders);
  return findByText<Kind>(database, space, sources, { q, limit, kinds: allowed });
}

/** Returns the folders that an agent can use with those below them; null for all, and undefined for a caller who finds no folders. */
async function allowedFolders(database: CommonQueryMethods, space: string, kinds: Kinds): Promise<string[] | null | undefined> {
  const named = kinds.find(({ kind }) => kind === 'folder');
  return named && (named.ids === null ? null : [...(await findAllBelow(database, space, named.ids))]);
}
