import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of jumps in a list of rows. */
export const rowMarkBounds: readonly Bound[] = [
  {
    subject: '`offset` of a list of rows with a `cursor`',
    value: limits.MAX_OFFSET_AFTER_CURSOR,
    unit: 'rows',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'rows between two marks of a list',
    value: limits.MAX_MARK_INTERVAL,
    unit: `rows, and at least ${limits.MIN_MARK_INTERVAL}`,
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'marks of a list of rows',
    value: limits.MAX_MARKS,
    unit: 'marks',
    per: 'request',
    effect: 'the marks end, and the answer says so; a larger `every` reaches further',
  },
  {
    subject: 'marks of all rows of a list in Postgres',
    value: limits.MARKS_STATEMENT_TIMEOUT_MS,
    unit: 'ms',
    per: 'request',
    effect: `the first ${limits.MAX_PARTLY_MARKED_ROWS.toLocaleString('en-US')} rows are marked and counted, and the answer says so`,
  },
  {
    subject: 'marks of the first rows of a list in Postgres',
    value: limits.PARTIAL_MARKS_STATEMENT_TIMEOUT_MS,
    unit: 'ms',
    per: 'request',
    effect: 'the answer has no marks and says so',
  },
];
