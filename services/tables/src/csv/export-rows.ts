import type { Call } from '@space/bus';
import { MAX_EXPORT_BYTES, MAX_EXPORT_ROWS, Problem } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import { csvLine, escapeFormula } from '@space/text/csv';
import { cellBytes } from '../cells/cell-bytes.ts';
import { csvText } from '../cells/cell-text.ts';
import { volatileColumnsFor } from '../formulas/compiled-formulas.ts';
import { columnsByKeys } from '../present/item-json-sql.ts';
import { readWithPending } from '../present/pending-cells.ts';
import { loadRelatedData } from '../present/related-data.ts';
import { displayedCell, isLinking, type ShownColumns, withVolatileCells } from '../present/row-response.ts';
import { filterSql } from '../query/filter-sql.ts';
import { withContactsOfFilters } from '../query/merged-contacts.ts';
import { pendingSelectionKeys } from '../query/pending-selection.ts';
import { createQueryContext } from '../query/query-context.ts';
import { pageEnd, readRowsWithCursor } from '../query/read-rows.queries.ts';
import { buildRowQuery, type RowQuery } from '../query/row-query-sql.ts';
import { planTextSearch } from '../query/text-search.queries.ts';
import type { WritePorts } from '../rows/write-context.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import { readViewRows } from '../views/view-rows.ts';
import { viewerOf } from '../views/viewer.ts';

type Operation = (typeof rows)['operations']['export'];

/** Rows per batch. */
const BATCH_ROWS = 250;

/** The last header of an export of pending columns: its cells name the columns whose cell may be out of date. */
const PENDING_HEADER = '_pending';

/** The start of a cursor whose pages have that header; no other cursor starts so, since its text is JSON. */
const MARKED = '_';

/** Seconds after which a page may be asked for again that pending columns prevent. */
const RETRY_AFTER_S = 2;

/** Rejects a further page of an export whose first page has no header for pending cells. */
const startedMeanwhile = (pending: readonly string[]) =>
  new Problem(
    'conflict',
    `The column ${pending[0]} is being recomputed since this export began; try this page again when its status is ok, or start again from the first page.`,
    { retry_after_s: RETRY_AFTER_S },
  );

/**
 * Returns the handler of the CSV export. It writes the column keys, then one line per row, in the format that an import
 * reads (`parseCellText`). If exported columns are pending, each line ends with the keys of its pending cells.
 */
export function rowExporter({ ports, schemas }: WritePorts) {
  const readPorts = { ...ports, schemas };

  const exportRows = (call: Call<Operation>) =>
    schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
      const { cursor } = call.input;
      const now = ports.clock.now();
      const { query, columns, selected_by } = await buildExportQuery(ports, call, schema, now);
      const shown = { columns, volatile: volatileColumnsFor(schema, columns) };
      const exported = new Set(columns.map(({ key }) => key));
      const pending = schema.columns
        .filter(({ key, status }) => status === 'pending' && (exported.has(key) || selected_by.includes(key)))
        .map(({ key }) => key);
      const isMarked = cursor === undefined ? pending.length > 0 : cursor.startsWith(MARKED);
      if (pending.length > 0 && !isMarked) throw startedMeanwhile(pending);
      const end = (csv: string, key: string | null) => {
        const { has_more, next_cursor } = pageEnd(key);
        const marked = isMarked && next_cursor !== null ? `${MARKED}${next_cursor}` : next_cursor;
        return { csv, has_more, next_cursor: marked, ...(pending.length > 0 && { pending }) };
      };
      let csv = cursor === undefined ? csvLine([...columns.map(({ key }) => key), ...(isMarked ? [PENDING_HEADER] : [])]) : '';
      let bytes = 0;
      let last: string | null = null;
      for (let left: number = call.input.limit ?? MAX_EXPORT_ROWS, at = isMarked ? cursor?.slice(MARKED.length) : cursor; ; ) {
        const page = { limit: Math.min(left, BATCH_ROWS), cursor: at };
        const [{ rows: found, has_more }, pendingOf] = await readWithPending(ports.database, schema, () =>
          readRowsWithCursor(ports.database, query, page),
        );
        const related = await loadRelatedData(readPorts, call, schema, found, columns);
        for (const [index, row] of found.entries()) {
          const marks = isMarked
            ? [
                pendingOf(row.id)
                  .filter((key) => pending.includes(key))
                  .join(' '),
              ]
            : [];
          const line = csvLine([...lineOf(schema, row, shown, related, now), ...marks]);
          bytes += cellBytes(line);
          if (last !== null && bytes > MAX_EXPORT_BYTES) return end(csv, last);
          csv += line;
          last = row.key;
          left -= 1;
          const isMore = has_more || index < found.length - 1;
          if (isMore && left === 0) return end(csv, last);
        }
        if (!has_more) return end(csv, null);
        at = pageEnd(found.at(-1)!.key).next_cursor!;
      }
    });
  return exportRows;
}

function lineOf(
  schema: Schema,
  stored: StoredRow,
  { columns, volatile }: ShownColumns,
  related: Parameters<typeof displayedCell>[2],
  now: number,
): string[] {
  const row = withVolatileCells(schema, stored, now, related.budget, volatile);
  return columns.map((column) => {
    const cell = displayedCell(row, column, related);
    const text = cell === null || (Array.isArray(cell) && cell.length === 0) ? '' : csvText(column, cell, related.names);
    const hasRoom = !isLinking(column) || text === '' || related.budget.takeBytes(cellBytes(text));
    return escapeFormula(hasRoom ? text : csvText(column, cell));
  });
}

/** Builds the row query, the columns, and the keys of the pending columns that select or order the rows of an export. */
async function buildExportQuery(
  { database, bus }: WritePorts['ports'],
  call: Call<Operation>,
  schema: Schema,
  now: number,
): Promise<{ query: RowQuery; columns: readonly Column[]; selected_by: readonly string[] }> {
  const { input } = call;
  const plain = await createQueryContext(database, schema, now);
  for (const [index, key] of (input.fields ?? []).entries())
    if (!schema.byKey.has(key)) plain.errors.push(unknownColumnError(`fields.${index}`, key, schema.byKey.keys()));
  const view = input.view_id === undefined ? undefined : await readViewRows(database, plain, input.view_id, input, viewerOf(call.caller));
  const context = await withContactsOfFilters(plain, { bus, call }, [...(input.filters ?? []), ...(view?.filters ?? [])]);
  const selection = view
    ? { ...input, sort: input.sort?.length ? input.sort : view.sort, also: filterSql(context, view.filters, 'view_id') }
    : input;
  return {
    // Planned once for all batches.
    query: await planTextSearch(database, buildRowQuery(context, selection)),
    columns: input.fields ? columnsByKeys(schema, input.fields) : (view?.columns ?? schema.columns),
    selected_by: pendingSelectionKeys(schema, selection, { filters: view?.filters }),
  };
}
