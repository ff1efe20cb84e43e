/** Compares two texts by their code units, as Postgres does with the collation "C". */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the later of two times in ISO 8601. */
export const laterOf = (a: string, b: string): string => (compareTexts(a, b) < 0 ? b : a);
