import type { Call } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { MAX_EXPORT_BYTES, MAX_EXPORT_ROWS, type rows } from '@space/contracts/tables';
import { stringify } from 'csv-stringify/sync';
import { cellBytes } from '../cells/cell-bytes.ts';
import { csvText } from '../cells/cell-text.ts';
import { columnsByKeys } from '../present/item-json-sql.ts';
import { loadRelatedData } from '../present/related-data.ts';
import { displayedCell, isLinking, withVolatileCells } from '../present/row-response.ts';
import { filterSql } from '../query/filter-sql.ts';
import { createQueryContext } from '../query/query-context.ts';
import { pageEnd, readRowsWithCursor } from '../query/read-rows.queries.ts';
import { buildRowQuery, type RowQuery } from '../query/row-query-sql.ts';
import type { WritePorts } from '../rows/write-context.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import { readViewRows } from '../views/view-rows.ts';
import { escapeFormula } from './formula-guard.ts';

type Operation = (typeof rows)['operations']['export'];

/** Rows per batch. */
const BATCH_ROWS = 250;

/**
 * Returns the handler of the CSV export. It writes the column keys, then one line per row, in the format that an import
 * reads (`parseCellText`).
 */
export function rowExporter({ ports, schemas }: WritePorts) {
  const readPorts = { ...ports, schemas };

  const exportRows = (call: Call<Operation>) =>
    schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
      const { cursor } = call.input;
      const now = ports.clock.now();
      const { query, columns } = await buildExportQuery(ports.database, schema, call.input, now);
      let csv = cursor === undefined ? asCsv(columns.map(({ key }) => key)) : '';
      let bytes = 0;
      let end: string | null = null;
      for (let left: number = call.input.limit ?? MAX_EXPORT_ROWS, at = cursor; ; ) {
        const { rows: found, has_more } = await readRowsWithCursor(ports.database, query, {
          limit: Math.min(left, BATCH_ROWS),
          cursor: at,
        });
        const related = await loadRelatedData(readPorts, call, schema, found, columns);
        for (const [index, row] of found.entries()) {
          const line = asCsv(lineOf(schema, row, columns, related, now));
          bytes += cellBytes(line);
          if (end !== null && bytes > MAX_EXPORT_BYTES) return { csv, ...pageEnd(end) };
          csv += line;
          end = row.key;
          left -= 1;
          const isMore = has_more || index < found.length - 1;
          if (isMore && left === 0) return { csv, ...pageEnd(end) };
        }
        if (!has_more) return { csv, ...pageEnd(null) };
        at = pageEnd(found.at(-1)!.key).next_cursor!;
      }
    });
  return exportRows;
}

/** Formats one line. A line with one empty cell is quoted, since an empty line is skipped. */
const asCsv = (cells: readonly string[]): string =>
  stringify([cells as string[]], { record_delimiter: '\r\n', quoted_match: cells.length === 1 ? /^$|^\s|\s$|[\r\n]/ : /^\s|\s$|[\r\n]/ });

function lineOf(
  schema: Schema,
  stored: StoredRow,
  columns: readonly Column[],
  related: Parameters<typeof displayedCell>[2],
  now: number,
): string[] {
  const row = withVolatileCells(schema, stored, now, related.budget);
  return columns.map((column) => {
    const cell = displayedCell(row, column, related);
    const text = cell === null || (Array.isArray(cell) && cell.length === 0) ? '' : csvText(column, cell, related.names);
    const hasRoom = !isLinking(column) || text === '' || related.budget.takeBytes(cellBytes(text));
    return escapeFormula(hasRoom ? text : csvText(column, cell));
  });
}

/** Builds the row query and the columns of an export from its request. */
async function buildExportQuery(
  database: WritePorts['ports']['database'],
  schema: Schema,
  input: Call<Operation>['input'],
  now: number,
): Promise<{ query: RowQuery; columns: readonly Column[] }> {
  const errors = (input.fields ?? []).flatMap((key, index) =>
    schema.byKey.has(key) ? [] : [unknownColumnError(`fields.${index}`, key, schema.byKey.keys())],
  );
  if (errors.length > 0) throw invalidFields(errors);
  const context = await createQueryContext(database, schema, now);
  const view = input.view_id === undefined ? undefined : await readViewRows(database, context, input.view_id);
  const selection = view
    ? { ...input, sort: input.sort?.length ? input.sort : view.sort, also: filterSql(context, view.filters, 'view_id') }
    : input;
  return {
    query: buildRowQuery(context, selection),
    columns: input.fields ? columnsByKeys(schema, input.fields) : (view?.columns ?? schema.columns),
  };
}
