import { invalidFields, type OutputOf } from '@space/contracts/core';
import type { columns } from '@space/contracts/tables';
import { canonicalTimeZone, isTimeZone } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { INVALID_TIME_ZONE } from '../cells/check-config.ts';
import { volatileColumnsFor } from '../formulas/compiled-formulas.ts';
import { createCallBudget } from '../formulas/compute-budget.ts';
import { computeVolatileFormulas, inputCell } from '../formulas/evaluate-row.ts';
import { findFirstRows } from '../schema/row-table.queries.ts';
import type { Schema } from '../schema/schema.ts';
import { parseExpression } from './check-computed.ts';

/** Rows for which a formula is evaluated. */
const PREVIEW_ROWS = 5;

/**
 * Returns the value type of a formula, the columns that it reads, and its value for the first rows. Throws a 400 that
 * names the error and its position.
 */
export async function checkFormula(
  database: CommonQueryMethods,
  schema: Schema,
  input: { readonly expression: string; readonly timezone?: string | undefined },
  now: number,
): Promise<OutputOf<(typeof columns)['operations']['check_formula']>> {
  if (input.timezone !== undefined && !isTimeZone(input.timezone))
    throw invalidFields([{ path: 'timezone', code: 'invalid_timezone', message: INVALID_TIME_ZONE }]);
  const timezone = input.timezone && canonicalTimeZone(input.timezone);
  const formula = parseExpression(schema, { ...input, timezone }, 'expression');
  const rows = await findFirstRows(database, schema.row_table, PREVIEW_ROWS);
  const budget = createCallBudget();
  const volatile = volatileColumnsFor(
    schema,
    formula.reads.map((id) => schema.byId.get(id)!),
  );
  return {
    value_type: formula.value_type,
    reads: formula.reads.map((id) => schema.byId.get(id)!.key),
    preview: rows.map((stored) => {
      const row = {
        ...stored,
        computed: { ...stored.computed, ...computeVolatileFormulas(schema, stored, now, budget, volatile).computed },
      };
      const result = formula.evaluate((id) => inputCell(row, schema.byId.get(id)!), { now, row });
      return 'error' in result
        ? { row_id: row.id, value: null, error: result.error.message }
        : { row_id: row.id, value: result.value, error: null };
    }),
  };
}
