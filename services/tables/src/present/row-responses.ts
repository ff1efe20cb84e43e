import type { CallContext } from '@space/bus';
import type { Row } from '@space/contracts/tables';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { findPendingColumns } from './pending-columns.queries.ts';
import { loadRelatedData, type RowReadPorts } from './related-data.ts';
import { toRowResponse } from './row-response.ts';

/** Options of a row response. */
export interface ShowOptions {
  /** The columns to return; default all. */
  readonly columns?: readonly Column[] | undefined;
}

/** Returns rows in response form, with the names of linked rows and contacts. */
export async function toRowResponses(
  showing: RowReadPorts,
  asking: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  { columns = schema.columns }: ShowOptions = {},
): Promise<Row[]> {
  const now = showing.clock.now();
  const shown = columns.length === schema.columns.length ? schema : { ...schema, columns };
  // The title column may be hidden; it needs names all the same.
  const named = schema.title && !columns.includes(schema.title) ? [...columns, schema.title] : columns;
  const beside = await loadRelatedData(showing, asking, schema, rows, named);
  const pendingOf = await findPendingColumns(showing, schema, columns);
  return rows.map((row) => {
    const { _pending: _, _errors, ...wire } = toRowResponse(schema, row, beside, now);
    const kept = shown === schema ? wire.data : Object.fromEntries(columns.map(({ key }) => [key, wire.data[key] ?? null]));
    const errors = _errors && columns.flatMap(({ key }) => (_errors[key] ? [[key, _errors[key]] as const] : []));
    const pending = pendingOf(row.id);
    return {
      ...wire,
      data: kept,
      ...(errors && errors.length > 0 && { _errors: Object.fromEntries(errors) }),
      ...(pending.length > 0 && { _pending: pending }),
    };
  });
}
