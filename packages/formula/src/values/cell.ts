/** A JSON value of a cell; null stands for an empty cell. */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };

/** The type of the values that a column holds or computes. */
export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'list' | 'object';

/** The reason why a computed cell is empty: a code for programs, a sentence for people. */
export interface CellError {
  readonly code: string;
  readonly message: string;
}
