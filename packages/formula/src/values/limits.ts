/** Maximum length of an expression in code units. */
export const MAX_SOURCE_LENGTH = 50_000;

/** Maximum nesting depth of operators, functions and parentheses. */
export const MAX_DEPTH = 100;

/** Maximum number of values, references, operators and calls in an expression. */
export const MAX_NODES = 2_000;

/** Maximum length in code points of a text that a formula produces. */
export const MAX_TEXT = 100_000;

/** Largest magnitude of a number. Products and quotients of two such numbers fit a float64 in JavaScript and in Postgres. */
export const MAX_NUMBER = 1e150;

/** Numbers closer to zero than this become zero. */
export const MIN_NUMBER = 1e-150;

/** Maximum code units of text that one evaluation may process; more would block the process for other callers. */
export const MAX_TEXT_PER_EVALUATION = 10_000_000;

/** Maximum number of text arguments in a formula compiled to SQL, since only closures count the processed text. */
export const MAX_SQL_TEXTS = 90;

/** Maximum nesting depth of a formula compiled to SQL: each level is a subquery on the stack of Postgres. */
export const MAX_SQL_DEPTH = 24;

/** Maximum number of nodes of a formula compiled to SQL. */
export const MAX_SQL_NODES = 400;
