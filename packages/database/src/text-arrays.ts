import type { Interceptor } from 'slonik';

/** Returns true for a text that JSON quotes as Postgres does: JSON has other escapes for control characters and lone surrogates. */
const isQuotedAsJson = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

const quoted = (text: string): string => (isQuotedAsJson(text) ? JSON.stringify(text) : `"${text.replace(/["\\]/g, '\\$&')}"`);

/** Returns an array of texts and nulls as the array literal of Postgres; undefined for an array with any other element. */
export function textArrayLiteral(values: readonly unknown[]): string | undefined {
  if (!values.every((value) => value === null || typeof value === 'string')) return undefined;
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join()}}`;
}

/**
 * Writes arrays of texts as Postgres reads them. The driver does the same, and takes many times as long for texts with many
 * quotation marks, such as JSON.
 */
export const textArrays: Interceptor = {
  name: 'text-arrays',
  transformQuery(_context, query) {
    if (!query.values.some(Array.isArray)) return query;
    const values = query.values.map((value) => (Array.isArray(value) ? (textArrayLiteral(value) ?? value) : value));
    return { ...query, values };
  },
};
