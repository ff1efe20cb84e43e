/** Start of a formula in spreadsheets, after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe. Numbers stay unchanged. */
export const escapeFormula = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
