import type { Outcome } from '../formula.ts';
import type { Expected } from './row.ts';

/** An outcome in the notation of the cases. */
export const shown = (outcome: Outcome): Expected => ('error' in outcome ? { error: outcome.error.code } : outcome.value);
