import type { Call } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { MAX_EXPORT_ROWS, type rows } from '@space/contracts/tables';
import { stringify } from 'csv-stringify/sync';
import { csvText } from '../cells/cell-text.ts';
import { fieldsOf } from '../present/item-json-sql.ts';
import { besideRows } from '../present/related-data.ts';
import { cellIn, wholeRow } from '../present/row-response.ts';
import { filterSql } from '../query/filter-sql.ts';
import { readingOf } from '../query/query-context.queries.ts';
import { questionOn } from '../query/query-context.ts';
import { readKeyed } from '../query/read-rows.queries.ts';
import { type Chosen, choose, heapSource, pageEnd } from '../query/row-query-sql.ts';
import type { WritePorts } from '../rows/write-context.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { unknownColumn } from '../schema/unknown-column.ts';
import { viewRows } from '../views/view-rows.ts';
import { guardFormula } from './formula-guard.ts';

type Operation = (typeof rows)['operations']['export'];

/** Rows that are read at a time. */
const BATCH = 250;

/** A page ends behind the row that makes it this long, in characters: the bus carries 7 MiB. */
const MAX_CHARACTERS = 1_500_000;

/** Answers rows as CSV: the keys of the columns, then a line for each row, as `textCell` and so an import reads them back. */
export function rowExporter({ ports, schemas }: WritePorts) {
  const showing = { ...ports, schemas };

  return (call: Call<Operation>) =>
    schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
      const { cursor } = call.input;
      const now = ports.clock.now();
      const { chosen, columns } = await chooseRows(ports.database, schema, call.input, now);
      let csv = cursor === undefined ? asCsv(columns.map(({ key }) => key)) : '';
      for (let left: number = call.input.limit ?? MAX_EXPORT_ROWS, at = cursor; ; ) {
        const { rows: found, has_more } = await readKeyed(ports.database, chosen, Math.min(left, BATCH), at);
        const beside = await besideRows(showing, call, schema, found, columns);
        for (const [index, row] of found.entries()) {
          csv += asCsv(lineOf(schema, row, columns, beside, now));
          left -= 1;
          const isMore = has_more || index < found.length - 1;
          if (isMore && (left === 0 || csv.length > MAX_CHARACTERS)) return { csv, ...pageEnd(row.key) };
        }
        if (!has_more) return { csv, ...pageEnd(null) };
        at = pageEnd(found.at(-1)!.key).next_cursor!;
      }
    });
}

/** One line. A line of one empty cell is put in quotes, or it would be no line. */
const asCsv = (cells: readonly string[]): string =>
  stringify([cells as string[]], { record_delimiter: '\r\n', quoted_match: cells.length === 1 ? /^$|^\s|\s$|[\r\n]/ : /^\s|\s$|[\r\n]/ });

function lineOf(
  schema: Schema,
  stored: StoredRow,
  columns: readonly Column[],
  beside: Parameters<typeof cellIn>[2],
  now: number,
): string[] {
  const row = wholeRow(schema, stored, now);
  return columns.map((column) => {
    const cell = cellIn(row, column, beside);
    const text = cell === null || (Array.isArray(cell) && cell.length === 0) ? '' : csvText(column, cell, beside.names);
    return guardFormula(text);
  });
}

/** Which rows and columns, as the rows list chooses them. */
async function chooseRows(
  database: WritePorts['ports']['database'],
  schema: Schema,
  input: Call<Operation>['input'],
  now: number,
): Promise<{ chosen: Chosen; columns: readonly Column[] }> {
  const faults = (input.fields ?? []).flatMap((key, index) =>
    schema.byKey.has(key) ? [] : [unknownColumn(`fields.${index}`, key, schema.byKey.keys())],
  );
  if (faults.length > 0) throw invalidFields(faults);
  const reading = await readingOf(database, schema, now);
  const question = questionOn(reading);
  const view = input.view_id === undefined ? undefined : await viewRows(database, reading, input.view_id);
  const which = view
    ? { ...input, sort: input.sort?.length ? input.sort : view.sort, also: filterSql(question, view.filters, 'view_id') }
    : input;
  return {
    chosen: choose(reading, which, heapSource(schema), question),
    columns: input.fields ? fieldsOf(schema, input.fields) : (view?.columns ?? schema.columns),
  };
}
