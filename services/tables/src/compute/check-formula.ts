import { invalidFields, type OutputOf } from '@space/contracts/core';
import type { columns } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { isTimeZone, NO_TIME_ZONE } from '../cells/time-zone.ts';
import { computeVolatileFormulas, inputCell } from '../formulas/evaluate-row.ts';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { parseExpression } from './check-computed.ts';

/** Rows a formula is tried on. */
const PREVIEW_ROWS = 5;

/** What a formula would come to, what it reads, and its value for the first rows; a 400 says where and why it cannot work. */
export async function checkFormula(
  database: CommonQueryMethods,
  schema: Schema,
  input: { readonly expression: string; readonly time_zone?: string | undefined },
  now: number,
): Promise<OutputOf<(typeof columns)['operations']['check_formula']>> {
  if (input.time_zone !== undefined && !isTimeZone(input.time_zone))
    throw invalidFields([{ path: 'time_zone', code: 'invalid_time_zone', message: NO_TIME_ZONE }]);
  const formula = parseExpression(schema, input, 'expression');
  const rows = await database.any(
    sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(schema.row_table)} order by id limit ${PREVIEW_ROWS}`,
  );
  return {
    value_type: formula.value_type,
    reads: formula.reads.map((id) => schema.byId.get(id)!.key),
    preview: rows.map((stored) => {
      const row = { ...stored, computed: { ...stored.computed, ...computeVolatileFormulas(schema, stored, now).computed } };
      const result = formula.evaluate((id) => inputCell(row, schema.byId.get(id)!), { now, row });
      return 'error' in result
        ? { row_id: row.id, value: null, error: result.error.message }
        : { row_id: row.id, value: result.value, error: null };
    }),
  };
}
