import { notFound } from '@space/contracts/core';
import type { Filter, FilterLeaf, Sort } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { sortKeys } from '../query/sort-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { mapLeaves, toConfigResponse, type ViewConfig } from './stored-config.ts';
import { findView } from './views.queries.ts';

/** Which rows a view shows, in which order, and what of them. Nothing in it is ever refused. */
export interface ViewRows {
  readonly filters: readonly Filter[];
  readonly sort: Sort;
  /** The columns to show, in their order. */
  readonly columns: readonly Column[];
}

/** What a view of a table shows; 404 when there is no such view. */
export async function readViewRows(database: CommonQueryMethods, context: QueryContext, view_id: string): Promise<ViewRows> {
  const { schema } = context;
  const view = await findView(database, schema.space_id, schema.table_id, view_id);
  if (!view) throw notFound('view', view_id);
  return viewRowsOf(context, toConfigResponse(schema, view.config));
}

/**
 * What a config shows of the columns as they are now. A filter whose column is gone, or has a type that the filter does
 * not fit any more, lets no row through: better none than one that was kept out before. An order that is no more is left out.
 */
export function viewRowsOf(context: QueryContext, config: ViewConfig): ViewRows {
  return {
    filters: usableFilters(context, (config.filters ?? []) as Filter[]),
    sort: usableSort(context, (config.sort ?? []) as Sort),
    columns: visibleColumns(context.schema, config),
  };
}

/** The filters, with a context that no row answers in place of each that cannot be asked. */
export function usableFilters(context: QueryContext, filters: readonly Filter[]): Filter[] {
  const { byKey } = context.schema;
  const never: FilterLeaf = { column_key: ['id', 'created_at', 'updated_at'].find((key) => !byKey.has(key)) ?? 'id', op: 'is_empty' };
  return mapLeaves(filters, (leaf) => {
    const probe = forkQueryContext(context);
    filterSql(probe, [leaf]);
    return probe.errors.length === 0 ? leaf : never;
  });
}

/** The parts of an order that rows can be sorted by. */
export const usableSort = (context: QueryContext, sort: Sort): Sort =>
  sort.filter((one) => {
    const probe = forkQueryContext(context);
    sortKeys(probe, [one]);
    return probe.errors.length === 0;
  });

/** The columns a config shows: those it lists that are visible, or all when it lists none. */
function visibleColumns({ columns, byKey }: Schema, config: ViewConfig): readonly Column[] {
  const listed = config.columns as { column_key: string; visible?: boolean }[] | undefined;
  return listed?.flatMap(({ column_key, visible = true }) => (visible && byKey.get(column_key)) || []) ?? columns;
}
