import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { lockPerson } from './persons.queries.ts';
import { countSignInMeans } from './sign-in-means.queries.ts';

/**
 * Removes one means with which a person signs in, and returns what `remove` returns. Throws `conflict` when none is left; with `identities` only
 * accounts at the identity provider count. Locks the person, so that two removals take turns.
 */
export async function removeMeans(
  tx: CommonQueryMethods,
  personId: string,
  counted: 'any' | 'identities',
  remove: () => Promise<boolean>,
): Promise<boolean> {
  await lockPerson(tx, personId);
  if (!(await remove())) return false;
  const { has_password, passkeys, identities } = await countSignInMeans(tx, personId);
  if (identities === 0 && (counted === 'identities' || (!has_password && passkeys === 0)))
    throw new Problem('conflict', 'This is your last means to sign in; add another one first.');
  return true;
}
