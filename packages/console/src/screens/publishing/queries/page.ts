import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { oneOf, text, type ValuesOf } from '../../../routing/search-params.ts';

/** A page with its document as the API answers it. */
export type Page = Awaited<ReturnType<SpaceClient['pages']['get']>>;

/** A page as lists show it. */
export type PageSummary = Awaited<ReturnType<SpaceClient['pages']['list']>>['data'][number];

/** The parameters of the list of pages in its address. */
export const pageParams = { site: text, status: oneOf(['unpublished', 'published']) };

/** Returns the filter of the list for the parameters of its address. */
export const pageFilter = ({ site, status }: ValuesOf<typeof pageParams>) => ({
  ...(site && { site_id: site }),
  ...(status && { status }),
});

/** Returns the query of pages that match a filter, newest first. */
export const pagesQuery = (space_id: string, filter: ReturnType<typeof pageFilter>) => ({
  queryKey: ['space', space_id, 'pages', 'list', filter] as const,
  queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    spaceClient(space_id).pages.list({ ...filter, limit: 50, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
});
