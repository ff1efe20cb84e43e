import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';
import { readAllLinks } from '../../../sharing/public-link.ts';

/** A public link to a view. */
export type ShareLink = Awaited<ReturnType<SpaceClient['share_links']['get']>>;

/** Returns the query of all share links of a table, newest first. */
export const shareLinksQuery = (space_id: string, table_id: string) => ({
  queryKey: ['space', space_id, 'share_links', 'list', table_id] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readAllLinks<ShareLink>((page) => spaceClient(space_id).share_links.list({ table_id, ...page }, { signal })),
});
