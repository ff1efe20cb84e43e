import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of changes of all rows that filters match, and of their undo. */
export const matchedRowBounds: readonly Bound[] = [
  {
    subject: 'rows that a call changes or deletes by filters',
    value: limits.MAX_MATCHED_ROWS,
    unit: 'rows',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'cells of the rows that a call changes or deletes by filters',
    value: limits.MAX_MATCHED_BYTES,
    unit: 'bytes',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'ids that the answer of a change by filters shows',
    value: limits.MAX_MATCHED_SAMPLE,
    unit: 'ids',
    per: 'request',
    effect: 'the others are not listed',
  },
  {
    subject: 'rows changed since that a bulk revert names',
    value: limits.MAX_CONFLICT_SAMPLE,
    unit: 'rows',
    per: 'request',
    effect: '`conflicts` counts all of them',
  },
];
