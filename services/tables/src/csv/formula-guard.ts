/** What a spreadsheet takes for the beginning of a formula, behind any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula; numbers stay as they are. */
export const escapeFormula = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** Takes away what `escapeFormula` put there. */
export const unescapeFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
