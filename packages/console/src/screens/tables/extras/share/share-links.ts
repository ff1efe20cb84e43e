import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';

/** A public link to a view. */
export type ShareLink = Awaited<ReturnType<SpaceClient['share_links']['get']>>;

/** The most share links of a table. */
const MAX_LINKS = 200;

const PAGE_SIZE = 100;

/** Returns the query of all share links of a table, newest first. */
export const shareLinksQuery = (space_id: string, table_id: string) => ({
  queryKey: ['space', space_id, 'share_links', 'list', table_id] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly ShareLink[]> => {
    const links: ShareLink[] = [];
    let cursor: string | null = '';
    while (cursor !== null && links.length < MAX_LINKS) {
      const page: Awaited<ReturnType<SpaceClient['share_links']['list']>> = await spaceClient(space_id).share_links.list(
        { table_id, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) },
        { signal },
      );
      links.push(...page.data);
      cursor = page.next_cursor;
    }
    return links;
  },
});

/** Returns the state of a link: one with an expiry in the past does not open. */
export const linkState = ({ expires_at }: Pick<ShareLink, 'expires_at'>, now: number): 'active' | 'expired' =>
  expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
