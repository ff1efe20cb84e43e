import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of the time and memory for formulas, in calls and in recompute jobs. */
export const computeBounds: readonly Bound[] = [
  {
    subject: 'work of one formula',
    value: limits.MAX_FORMULA_WORK,
    unit: 'units of about 2 ns',
    per: 'row',
    effect: 'the cell is empty with the error too_slow',
  },
  {
    subject: 'time for formulas of rows that are written or read',
    value: limits.MAX_CALL_COMPUTE_MS,
    unit: 'ms',
    per: 'request',
    effect: 'computed in the background, the columns are `_pending`; cells that depend on the current time have the error too_slow',
  },
  {
    subject: 'processor time of one batch of a recompute job',
    value: limits.MAX_RECOMPUTE_CPU_MS,
    unit: 'ms',
    per: 'Space',
    effect: 'tried again with fewer rows',
  },
  {
    subject: 'formulas of one batch of a recompute job on a busy machine',
    value: limits.MAX_RECOMPUTE_WALL_CLOCK_MS,
    unit: 'ms',
    per: 'Space',
    effect: 'tried again with fewer rows',
  },
  {
    subject: 'pause of a recompute job for a call that has started',
    value: limits.MAX_RECOMPUTE_PAUSE_MS,
    unit: 'ms',
    per: 'request',
    effect: 'the job continues while the call runs',
  },
  {
    subject: 'pauses of one batch of a recompute job',
    value: limits.MAX_RECOMPUTE_PAUSES_MS,
    unit: 'ms',
    per: 'process',
    effect: 'the batch gives way to no further call',
  },
  {
    subject: 'statement of a recompute job in Postgres',
    value: limits.RECOMPUTE_STATEMENT_TIMEOUT_MS,
    unit: 'ms',
    per: 'Space',
    effect: 'tried again with fewer rows',
  },
  {
    subject: 'memory of the formulas of recompute jobs',
    value: limits.MAX_RECOMPUTE_MEMORY_MB,
    unit: 'MB',
    per: 'process',
    effect: 'tried again with fewer rows',
  },
  {
    subject: 'attempts of a recompute job',
    value: limits.MAX_RECOMPUTE_ATTEMPTS,
    unit: 'attempts',
    per: 'table',
    effect: 'its columns have the status error',
  },
  {
    subject: 'rows of open recompute jobs that a call looks up',
    value: limits.MAX_PENDING_ROWS,
    unit: 'rows',
    per: 'table',
    effect: 'the columns are `_pending` in every row',
  },
];
