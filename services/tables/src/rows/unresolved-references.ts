import { type FieldError, listedFaults, Problem } from '@space/contracts/core';

/** Refuses a call whose cells point to what is not in the Space, naming every place (422). */
export function refuseUnresolved(faults: readonly FieldError[]): void {
  const [first] = faults;
  if (!first) return;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  throw new Problem('unresolved_reference', `${first.path}: ${first.message}${more}.`, {
    errors: listedFaults(faults),
  });
}
