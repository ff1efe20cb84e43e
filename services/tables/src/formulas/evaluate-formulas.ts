import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { type ComputeBudget, createCallBudget } from './compute-budget.ts';
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
    for (const [index, cells] of rows.entries()) {
      const before = cells.bytes();
      for (const column of formulas) {
        if (budget.isSpent()) return rows.slice(index);
        cells.set(column, evaluateFormula(schema, column, cells.row, now));
      }
      budget.countBytes(cells.bytes() - before);
    }
    return [];
  } finally {
    budget.pause();
  }
}

/** Returns the evaluation of formulas for one call, which leaves out the rows for which the call has no time or no room. */
export function evaluateForCall(): EvaluateFormulas {
  const budget = createCallBudget();
  return async (schema, formulas, rows, now) => evaluateWithin(budget, schema, formulas, rows, now);
}
