import { type FieldError, Problem, toSentence } from '@space/contracts/core';

/** Rejects a call with unresolved links (422) and lists each one. */
export function assertResolved(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new Problem('unresolved_reference', toSentence(`${first.path}: ${first.message}${more}`), { errors });
}
