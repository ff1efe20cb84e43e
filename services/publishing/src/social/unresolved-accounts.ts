import { type Problem, unresolvedReferences } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { lockAccounts } from '../social-accounts/accounts.queries.ts';

/** Returns the problem for all ids that are not accounts of the Space; undefined when each id is one. */
export function unresolvedAccounts(ids: readonly string[], accounts: readonly { readonly id: string }[]): Problem | undefined {
  const existing = new Set(accounts.map(({ id }) => id));
  const missing = ids.flatMap((id, index) => (existing.has(id) ? [] : [{ path: `account_ids.${index}`, noun: 'social account', id }]));
  if (missing.length === 0) return undefined;
  return unresolvedReferences(missing, 'an operator can connect more accounts');
}

/** Throws unresolved_reference unless each id is that of an account of the Space. */
export async function assertAccountsExist(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  const problem = ids.length === 0 ? undefined : unresolvedAccounts(ids, await lockAccounts(tx, space));
  if (problem) throw problem;
}
