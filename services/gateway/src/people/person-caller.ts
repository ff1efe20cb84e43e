import type { Call } from '@space/bus';
import { type PersonCaller, Problem } from '@space/contracts/core';

/** Returns the person who calls. Throws `forbidden` for any other caller. */
export function personOf({ person }: Call['caller']): PersonCaller {
  if (!person) throw new Problem('forbidden', 'Only a person who is signed in can do this.');
  return person;
}
