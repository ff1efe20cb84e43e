export * from './formula.ts';
export { FormulaError, type FormulaErrorCode } from './syntax/formula-error.ts';
export type { Cell, CellError, ValueType } from './values/cell.ts';
