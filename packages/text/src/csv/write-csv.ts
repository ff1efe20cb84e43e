import { stringify } from 'csv-stringify/sync';

/** Formats one line of a CSV. A line with one empty cell is quoted, since an empty line is skipped. */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells as string[]], { record_delimiter: '\r\n', quoted_match: cells.length === 1 ? /^$|^\s|\s$|[\r\n]/ : /^\s|\s$|[\r\n]/ });
