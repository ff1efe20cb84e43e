import { type FieldError, Problem, sentenceOf } from '@space/contracts/core';

/** Rejects a call with unresolved links (422) and lists each one. */
export function assertResolved(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Problem('unresolved_reference', sentenceOf(errors), { errors });
}
