/** An expression has at most this many code units. */
export const MAX_SOURCE_LENGTH = 50_000;

/** Operators, functions and parentheses nest at most this deep. */
export const MAX_DEPTH = 100;

/** An expression has at most this many values, references, operators and calls. */
export const MAX_NODES = 2_000;

/** A text that a formula makes has at most this many code points. */
export const MAX_TEXT = 100_000;

/** The size of the largest number. Products and quotients of two numbers within it fit a float64, in any evaluation. */
export const MAX_NUMBER = 1e150;

/** A number nearer to zero than this is zero. */
export const MIN_NUMBER = 1e-150;

/** Texts that one evaluation handles have at most this many code units together; more would hold up everybody else. */
export const MAX_EFFORT = 10_000_000;

/** Formulas that handle more texts than this are not compiled to SQL: only the closures count their effort. */
export const MAX_SQL_TEXTS = 90;

/** Formulas that nest deeper than this are not compiled to SQL: each level is a subquery on the stack of Postgres. */
export const MAX_SQL_DEPTH = 24;

/** Formulas of more nodes than this are not compiled to SQL. */
export const MAX_SQL_NODES = 400;
