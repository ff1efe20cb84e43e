import { Problem } from '@space/contracts/core';

/** The refusal of ids that are no accounts of the Space, all of them at once; undefined when all are. */
export function unresolvedAccounts(ids: readonly string[], accounts: readonly { readonly id: string }[]): Problem | undefined {
  const there = new Set(accounts.map(({ id }) => id));
  const errors = ids.flatMap((id, index) =>
    there.has(id)
      ? []
      : [{ path: `account_ids.${index}`, code: 'unresolved_reference', message: `there is no social account "${id}" in this Space` }],
  );
  if (errors.length === 0) return undefined;
  return new Problem(
    'unresolved_reference',
    `account_ids: ${errors.map(({ message }) => message).join('; ')}; GET /social/accounts lists those there are, and an operator connects others.`,
    { errors },
  );
}
