import type { CallContext } from '@space/bus';
import type { Row } from '@space/contracts/tables';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import type { PendingOf } from './pending-cells.ts';
import { loadRelatedData, type RowReadPorts } from './related-data.ts';
import { shownColumnsOf, toRowResponse } from './row-response.ts';

/** Options of a row response. */
export interface RowResponseOptions {
  /** The columns to return; default all. */
  readonly columns?: readonly Column[] | undefined;
  /** The pending cells of the rows. */
  readonly pendingOf: PendingOf;
}

/** Returns rows in response form, with the names of linked rows and contacts. */
export async function toRowResponses(
  ports: RowReadPorts,
  call: CallContext,
  schema: Schema,
  rows: readonly StoredRow[],
  { columns = schema.columns, pendingOf }: RowResponseOptions,
): Promise<Row[]> {
  const now = ports.clock.now();
  // The title column may be hidden; it needs names all the same.
  const withTitle = schema.title && !columns.includes(schema.title) ? [...columns, schema.title] : columns;
  const related = await loadRelatedData(ports, call, schema, rows, withTitle);
  const keys = new Set(columns.map(({ key }) => key));
  const shown = shownColumnsOf(schema, columns);
  return rows.map((row) => {
    const pending = pendingOf(row.id).filter((key) => keys.has(key));
    return toRowResponse(schema, row, related, now, pending, shown);
  });
}
