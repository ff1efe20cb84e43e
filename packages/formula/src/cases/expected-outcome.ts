import type { Outcome } from '../formula.ts';
import type { Expected } from './case.ts';

/** Returns an outcome in the notation of the cases. */
export const expectedOf = (outcome: Outcome): Expected => ('error' in outcome ? { error: outcome.error.code } : outcome.value);
