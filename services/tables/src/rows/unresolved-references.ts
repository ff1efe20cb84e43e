import { type FieldError, listedFaults, Problem } from '@space/contracts/core';

/** Refuses a call whose cells point to what is not in the Space, naming every place (422). */
export function assertResolved(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new Problem('unresolved_reference', `${first.path}: ${first.message}${more}.`, {
    errors: listedFaults(errors),
  });
}
