import { type Caller, Problem } from '@space/contracts/core';

/** Throws `forbidden` when a person would get a key with a scope that they do not have. */
export function assertOwnScopes({ person, scopes = [] }: Caller, given: readonly string[]): void {
  const missing = person && given.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw new Problem('forbidden', `You do not have the scope ${missing} in this Space, so you cannot give it to a key.`);
}
