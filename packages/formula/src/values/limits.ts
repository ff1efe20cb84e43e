/** Largest magnitude of a number. Products and quotients of two such numbers fit a float64 in JavaScript and in Postgres. */
export const MAX_NUMBER = 1e150;

/** Numbers closer to zero than this become zero. */
export const MIN_NUMBER = 1e-150;

/** Maximum length of a text that SQL searches for: Postgres compares it with each place of the text. */
export const MAX_SQL_WANTED = 100;

/** Maximum nesting depth of a formula compiled to SQL: each level is a subquery on the stack of Postgres. */
export const MAX_SQL_DEPTH = 24;

/** Maximum number of nodes of a formula compiled to SQL. */
export const MAX_SQL_NODES = 400;
