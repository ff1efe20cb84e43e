import type { Filter, viewConfigs } from '@space/contracts/tables';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { type Thing, thingQuery } from '../../../api/use-thing.ts';

/** A table with its columns, its views and its number of rows. */
export type Table = Awaited<ReturnType<SpaceClient['tables']['get']>>;

/** A column of a table. */
export type Column = Table['columns'][number];

/** A view of a table. */
export type View = Table['views'][number];

/** A row of a table. */
export type Row = Awaited<ReturnType<SpaceClient['rows']['get']>>;

type GridConfig = (typeof viewConfigs)['grid']['_zod']['input'];

/** The settings that every kind of view has, and those of grids. */
export type ViewConfig = Omit<GridConfig, 'filters'> & { filters?: Filter[] | undefined };

export type { Filter, FilterLeaf } from '@space/contracts/tables';

/** A column that a view is sorted by. */
export type Sort = NonNullable<ViewConfig['sort']>[number];

/** Returns the settings of a view that every kind has, and those of grids if it is one. */
export const configOf = ({ config }: Pick<View, 'config'>): ViewConfig => config as ViewConfig;

type Reading = { readonly signal: AbortSignal };

/** Returns the query of a table with its ETag. */
const tableQuery = (space_id: string, table_id: string) => ({
  ...thingQuery<Table>(space_id, 'tables', 'get', { table_id }),
  staleTime: 30_000,
});

/** Returns the query of the columns of a table, in their order. */
export const columnsQuery = (space_id: string, table_id: string) => ({
  queryKey: ['space', space_id, 'columns', 'list', table_id] as const,
  queryFn: async ({ signal }: Reading): Promise<readonly Column[]> =>
    (await spaceClient(space_id).columns.list({ table_id }, { signal })).data,
});

/** Returns the query of the views of a table, oldest first. */
const viewsQuery = (space_id: string, table_id: string) => ({
  queryKey: ['space', space_id, 'views', 'list', table_id] as const,
  queryFn: async ({ signal }: Reading): Promise<readonly View[]> => {
    const found: View[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<SpaceClient['views']['list']>> = await spaceClient(space_id).views.list(
        { table_id, limit: 200, ...(cursor !== undefined && { cursor }) },
        { signal },
      );
      found.push(...page.data);
      cursor = page.next_cursor;
    }
    return found;
  },
});

/** Returns the key of the reads of rows in the cache. */
export const rowsKey = (space_id: string) => ['space', space_id, 'rows'] as const;

/**
 * Reads a table. Its columns and views have their own entries in the cache, which begin with those of the table, so that a change of
 * either is seen without a read of all three.
 */
export function useTable(space_id: string, table_id: string): Pick<UseQueryResult<Table>, 'data' | 'error' | 'refetch'> {
  const { queryFn, ...query } = tableQuery(space_id, table_id);
  const { data, error, refetch } = useQuery({
    ...query,
    queryFn: async (context): Promise<Thing<Table>> => {
      const thing = await queryFn(context);
      seedParts(context.client, space_id, table_id, thing.value);
      return thing;
    },
  });
  const table = data?.value;
  const columns = useQuery({ ...columnsQuery(space_id, table_id), enabled: table !== undefined, staleTime: 30_000 });
  const views = useQuery({ ...viewsQuery(space_id, table_id), enabled: table !== undefined, staleTime: 30_000 });
  const whole = useMemo(
    () => table && { ...table, columns: [...(columns.data ?? table.columns)], views: [...(views.data ?? table.views)] },
    [table, columns.data, views.data],
  );
  return { data: whole, error: error ?? columns.error ?? views.error, refetch: refetch as UseQueryResult<Table>['refetch'] };
}

function seedParts(queries: QueryClient, space_id: string, id: string, { columns, views }: Table): void {
  queries.setQueryData(columnsQuery(space_id, id).queryKey, columns);
  queries.setQueryData(viewsQuery(space_id, id).queryKey, views);
}

/** Returns the columns that a view shows, in its order. A view that names no columns shows all of them. */
export function columnsOf({ columns }: Pick<Table, 'columns'>, { config }: Pick<View, 'config'>): readonly Column[] {
  if (!config.columns) return columns;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return config.columns.flatMap(({ column_key, visible }) => {
    const column = visible === false ? undefined : byKey.get(column_key);
    return column ? [column] : [];
  });
}
