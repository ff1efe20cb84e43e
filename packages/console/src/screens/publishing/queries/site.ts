import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';

/** A site as the API answers it. */
export type Site = Awaited<ReturnType<SpaceClient['sites']['get']>>;

/** The most pages of a list that are read for choices: a Space has at most 200 sites and 200 blogs. */
const MAX_READS = 4;

interface AnyPage<Entry> {
  readonly data: readonly Entry[];
  readonly next_cursor: string | null;
}

/** Returns all entries of a list that is short by its limit. */
export async function allEntries<Entry>(
  read: (cursor: { readonly cursor?: string }) => Promise<AnyPage<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let next: string | null = null;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const { data, next_cursor } = await read(next === null ? {} : { cursor: next });
    entries.push(...data);
    if (next_cursor === null) break;
    next = next_cursor;
  }
  return entries;
}

/** Returns the query of all sites of a Space. */
export const sitesQuery = (space_id: string) => ({
  queryKey: ['space', space_id, 'sites', 'all'] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    allEntries<Site>((cursor) => spaceClient(space_id).sites.list({ limit: 100, sort: 'title', ...cursor }, { signal })),
});

/** The positions of the navigation of a site, with their labels. */
export const navLayouts = [
  ['top', 'At the top'],
  ['sidebar', 'At the side'],
  ['none', 'None'],
] as const;
