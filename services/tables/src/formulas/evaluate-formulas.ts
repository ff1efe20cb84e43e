import { MAX_CALL_COMPUTE_MS } from '@space/contracts/tables';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { type ComputeBudget, createComputeBudget } from './compute-budget.ts';
import { type CellsBuilder, evaluateFormula } from './evaluate-row.ts';

/** Cells of a row that is being computed. */
type RowCells = CellsBuilder<Pick<StoredRow, 'id' | 'created_at' | 'updated_at' | 'data'>>;

/**
 * Evaluates formulas of rows, each after the columns that it reads, and sets their cells. Returns the rows that it left out,
 * whose cells may be computed in part.
 */
export type EvaluateFormulas = <R extends RowCells>(
  schema: Schema,
  formulas: readonly Column[],
  rows: readonly R[],
  now: number,
) => Promise<readonly R[]>;

/** Evaluates formulas of rows in this thread until the budget is spent. Returns the rows that it left out. */
export function evaluateWithin<R extends RowCells>(
  budget: ComputeBudget,
  schema: Schema,
  formulas: readonly Column[],
  rows: readonly R[],
  now: number,
): readonly R[] {
  budget.resume();
  try {
    for (const [index, cells] of rows.entries())
      for (const column of formulas) {
        if (budget.isSpent()) return rows.slice(index);
        cells.set(column, evaluateFormula(schema, column, cells.row, now));
      }
    return [];
  } finally {
    budget.pause();
  }
}

/** Returns the evaluation of formulas for one call, which leaves out the rows for which the call has no time. */
export function evaluateForCall(): EvaluateFormulas {
  const budget = createComputeBudget(MAX_CALL_COMPUTE_MS);
  return async (schema, formulas, rows, now) => evaluateWithin(budget, schema, formulas, rows, now);
}
