import type { Filter, Sort } from '@space/contracts/tables';
import { filterColumnKeys } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** The parts of a request that select and order rows. */
export interface Selection {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
  readonly search?: string | undefined;
  readonly search_column?: string | undefined;
}

/** Further columns that a request depends on: those of the filters of its view, and others by key. */
export interface FurtherColumns {
  readonly filters?: readonly Filter[] | undefined;
  readonly also?: readonly (string | undefined)[];
}

/** Returns the columns that a request filters, sorts or searches by, and further ones, in the order of the table. */
export function selectionColumns(
  { columns, title }: Schema,
  { filters = [], sort = [], search, search_column = title?.key }: Selection,
  { filters: viewFilters = [], also = [] }: FurtherColumns = {},
): Column[] {
  const sorted = sort.map(({ column_key }) => column_key);
  const used = new Set([...also, ...sorted, ...filterColumnKeys([...filters, ...viewFilters]), search ? search_column : undefined]);
  return columns.filter(({ key }) => used.has(key));
}
