import type { SearchRequest } from '@space/contracts/platform';
import { type FoundText, findByText } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { findAllBelow } from '../tree/tree.queries.ts';
import { searchSources } from './search-sources-sql.ts';

type Kind = SearchRequest['kinds'][number]['kind'];

/** Finds folders and assets by text. A folder that an agent can use stands for the folders below it. */
export async function findInLibrary(
  database: CommonQueryMethods,
  space: string,
  { q, limit, kinds }: SearchRequest,
): Promise<readonly FoundText<Kind>[]> {
  const allowed = await Promise.all(
    kinds.map(async ({ kind, ids }) => ({ kind, ids: ids === null ? null : await findAllBelow(database, space, ids) })),
  );
  return findByText<Kind>(database, space, searchSources, { q, limit, kinds: allowed });
}
