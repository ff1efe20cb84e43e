import { invalidFields, notFound, type Problem } from '@space/contracts/core';
import type { Filter, FilterLeaf, Sort } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { sortKeys } from '../query/sort-sql.ts';
import { mapFilterLeaves } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { toViewConfigResponse, type ViewConfig } from './stored-config.ts';
import type { Viewer } from './viewer.ts';
import { findView } from './views.queries.ts';

/** The rows, order and columns of a view. Building it never fails. */
export interface ViewRows {
  readonly filters: readonly Filter[];
  readonly sort: Sort;
  /** Visible columns, in order. */
  readonly columns: readonly Column[];
}

/** The filters and the order that a request has besides its view. */
interface OwnSelection {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
}

/** Reads the rows query of a view. Throws 404 if the viewer sees no such view, or a 400 with all errors if the request has others. */
export async function readViewRows(
  database: CommonQueryMethods,
  context: QueryContext,
  view_id: string,
  own: OwnSelection,
  viewer: Viewer,
): Promise<ViewRows> {
  const { schema } = context;
  const view = await findView(database, schema.space_id, schema.table_id, view_id, viewer);
  if (!view) throw missingView(context, view_id, own);
  return viewRowsOf(context, toViewConfigResponse(schema, view.config));
}

function missingView(context: QueryContext, view_id: string, { filters = [], sort = [] }: OwnSelection): Problem {
  const missing = notFound('view', view_id);
  const probe = { ...forkQueryContext(context), errors: [...context.errors] };
  if (filters.length > 0) filterSql(probe, filters);
  sortKeys(probe, sort);
  const message = 'is the id of no view of this table';
  return probe.errors.length === 0 ? missing : invalidFields([...probe.errors, { path: 'view_id', code: missing.code, message }]);
}

/**
 * Applies a config to the current columns. A filter on a deleted column, or on a type that it no longer fits, excludes
 * every row, so that no excluded row is exposed. An unusable sort is dropped.
 */
export function viewRowsOf(context: QueryContext, config: ViewConfig): ViewRows {
  return {
    filters: usableFilters(context, (config.filters ?? []) as Filter[]),
    sort: usableSort(context, (config.sort ?? []) as Sort),
    columns: visibleColumns(context.schema, config),
  };
}

/** Returns the filters. Each unusable one is replaced by a condition that no row satisfies. */
export function usableFilters(context: QueryContext, filters: readonly Filter[]): Filter[] {
  const { byKey } = context.schema;
  const never: FilterLeaf = { column_key: ['id', 'created_at', 'updated_at'].find((key) => !byKey.has(key)) ?? 'id', op: 'is_empty' };
  return mapFilterLeaves(filters, (leaf) => {
    const probe = forkQueryContext(context);
    filterSql(probe, [leaf]);
    return probe.errors.length === 0 ? leaf : never;
  });
}

/** Returns the parts of a sort that can be applied. */
export const usableSort = (context: QueryContext, sort: Sort): Sort =>
  sort.filter((one) => {
    const probe = forkQueryContext(context);
    sortKeys(probe, [one]);
    return probe.errors.length === 0;
  });

/** Returns the visible columns of a config: the listed ones, or all if none is listed. */
function visibleColumns({ columns, byKey }: Schema, config: ViewConfig): readonly Column[] {
  const listed = config.columns as { column_key: string; visible?: boolean }[] | undefined;
  return listed?.flatMap(({ column_key, visible = true }) => (visible && byKey.get(column_key)) || []) ?? columns;
}
