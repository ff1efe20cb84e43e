import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { columnsOf, type Filter, type Row, rowsKey, type Table, type View } from '../table/table.ts';
import { configOf } from './view-config.ts';

type ListArguments = Parameters<SpaceClient['rows']['list']>[0];

/** The choice of the rows of a view: further conditions, further columns, and the size of a page. */
export interface RowSelection {
  readonly filters?: readonly Filter[];
  readonly keys?: readonly (string | undefined)[];
  readonly limit: number;
}

/** Returns the arguments of a list of the rows of a view, with the columns that it shows. */
function rowArguments(table: Table, view: View, { filters = [], keys = [], limit }: RowSelection): ListArguments {
  const config = configOf(view);
  const all = [...(config.filters ?? []), ...filters];
  const shown = columnsOf(table, view).map(({ key }) => key);
  const fields = [...new Set([...shown, ...keys.filter((key) => key !== undefined)])];
  return {
    table_id: table.id,
    limit,
    ...(all.length > 0 && { filters: all }),
    ...(config.sort && config.sort.length > 0 && { sort: [...config.sort] }),
    ...(fields.length > 0 && { fields }),
  };
}

/** Returns the query of the rows of a view, page by page. */
export function viewRowsQuery(space_id: string, table: Table, view: View, selection: RowSelection) {
  const args = rowArguments(table, view, selection);
  return {
    queryKey: [...rowsKey(space_id), 'list', table.id, 'pages', args] as const,
    queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
      spaceClient(space_id).rows.list({ ...args, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
  };
}

/** Rows that were read whole or up to a bound. */
export interface RowsRead {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Returns the query of all rows of a selection, up to a number of pages. */
export function allRowsQuery(space_id: string, table: Table, view: View, selection: RowSelection, maxPages: number) {
  const args = rowArguments(table, view, selection);
  return {
    queryKey: [...rowsKey(space_id), 'list', table.id, 'all', args] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<RowsRead> => {
      const rows: Row[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < maxPages; pages++) {
        const page: Awaited<ReturnType<SpaceClient['rows']['list']>> = await spaceClient(space_id).rows.list(
          { ...args, ...(cursor !== null && { cursor }) },
          { signal },
        );
        rows.push(...page.data);
        cursor = page.next_cursor;
        if (cursor === null) break;
      }
      return { rows, hasMore: cursor !== null };
    },
  };
}

type AggregateArguments = Omit<Parameters<SpaceClient['tables']['aggregate']>[0], 'table_id'>;

/** Returns the query of figures over rows. It is stale after a change of a row, so that its key is one of rows. */
export const aggregateQuery = (space_id: string, table_id: string, args: AggregateArguments) => ({
  queryKey: [...rowsKey(space_id), 'aggregate', table_id, args] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).tables.aggregate({ table_id, ...args }, { signal }),
});
