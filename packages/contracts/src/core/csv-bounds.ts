import type { Bound } from './bound.ts';
import * as limits from './limits.ts';

/** Bounds of imports and exports as CSV. */
export const csvBounds: readonly Bound[] = [
  { subject: 'lines of a CSV import', value: limits.MAX_IMPORT_LINES, unit: 'lines', per: 'request', refusal: 'invalid' },
  {
    subject: 'rows or contacts of one page of a CSV export',
    value: limits.MAX_EXPORT_ROWS,
    unit: 'rows',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'faults that the answer of a CSV import lists',
    value: limits.MAX_IMPORT_ERRORS,
    unit: 'faults',
    per: 'request',
    effect: '`failed` counts all wrong lines',
  },
  {
    subject: 'lines that a fault of a CSV import names',
    value: limits.MAX_IMPORT_ERROR_LINES,
    unit: 'lines',
    per: 'request',
    effect: '`count` counts all of them',
  },
  {
    subject: 'messages of a fault of a CSV import',
    value: limits.MAX_IMPORT_ERROR_MESSAGES,
    unit: 'messages',
    per: 'request',
    effect: 'further messages are not listed',
  },
  {
    subject: 'size of one page of a CSV export',
    value: limits.MAX_EXPORT_BYTES,
    unit: 'bytes',
    per: 'request',
    effect: 'the page ends, and has a cursor',
  },
];
