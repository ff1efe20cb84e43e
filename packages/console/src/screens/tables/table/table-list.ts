import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';

/** A table as lists show it. */
export type ListedTable = Awaited<ReturnType<SpaceClient['tables']['list']>>['data'][number];

const PAGE_SIZE = 100;

/** Returns the query of the tables of a Space by name, or of its archived tables. */
export const tableList = (space_id: string, archived: boolean) => ({
  queryKey: ['space', space_id, 'tables', 'list', 'pages', { archived }] as const,
  queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    spaceClient(space_id).tables.list(
      { archived, sort: 'name', limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
});

/** Returns the query of the first tables by name, for a choice of one. */
export const tableChoices = (space_id: string) => ({
  queryKey: ['space', space_id, 'tables', 'list', 'choices'] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    spaceClient(space_id).tables.list({ sort: 'name', limit: PAGE_SIZE }, { signal }),
});
