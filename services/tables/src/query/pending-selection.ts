import type { Filter, Sort } from '@space/contracts/tables';
import { filterColumnKeys } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';

/** The parts of a request that select and order rows. */
interface Selection {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
  readonly search?: string | undefined;
  readonly search_column?: string | undefined;
}

/** Further columns that a request depends on: those of the filters of its view, and others by key. */
interface FurtherColumns {
  readonly filters?: readonly Filter[] | undefined;
  readonly also?: readonly (string | undefined)[];
}

/** Returns the keys of the pending columns that a request filters, sorts or searches by, and of further ones, in the order of the table. */
export function pendingSelectionKeys(
  { columns, title }: Schema,
  { filters = [], sort = [], search, search_column = title?.key }: Selection,
  { filters: viewFilters = [], also = [] }: FurtherColumns = {},
): string[] {
  const sorted = sort.map(({ column_key }) => column_key);
  const used = new Set([...also, ...sorted, ...filterColumnKeys([...filters, ...viewFilters]), search ? search_column : undefined]);
  return columns.filter(({ key, status }) => status === 'pending' && used.has(key)).map(({ key }) => key);
}
