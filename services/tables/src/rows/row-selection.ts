import type { CallContext } from '@space/bus';
import type { Filter, Sort } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import { filterSql } from '../query/filter-sql.ts';
import { withContactsOfFilters } from '../query/merged-contacts.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { RowSelection } from '../query/row-query-sql.ts';
import { readViewRows, type ViewRows } from '../views/view-rows.ts';
import { viewerOf } from '../views/viewer.ts';

/** A call that selects and orders rows, also by a view. */
interface SelectingCall extends CallContext {
  readonly input: {
    readonly filters?: readonly Filter[] | undefined;
    readonly sort?: Sort | undefined;
    readonly search?: string | undefined;
    readonly search_column?: string | undefined;
    readonly view_id?: string | undefined;
  };
}

/** The rows that a call selects. */
interface SelectedRows {
  readonly view: ViewRows | undefined;
  /** The context of the call, with the contacts that its filters name. */
  readonly context: QueryContext;
  /** The selection of the call with the filters of its view, and the order of the view unless the call has one. */
  readonly selection: RowSelection;
}

/** Returns the rows that a call selects. Throws 404 if the caller sees no such view. */
export async function selectRows(
  { database, bus }: Pick<Ports, 'database' | 'bus'>,
  call: SelectingCall,
  plain: QueryContext,
): Promise<SelectedRows> {
  const { input } = call;
  const view = input.view_id === undefined ? undefined : await readViewRows(database, plain, input.view_id, input, viewerOf(call.caller));
  const context = await withContactsOfFilters(plain, { bus, call }, [...(input.filters ?? []), ...(view?.filters ?? [])]);
  if (!view) return { view, context, selection: input };
  const also = view.filters.length > 0 ? filterSql(context, view.filters, 'view_id') : undefined;
  return { view, context, selection: { ...input, sort: input.sort?.length ? input.sort : view.sort, also } };
}
