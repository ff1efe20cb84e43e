import type { LedgerAccount, Movement } from './findings.ts';

/** Returns the movement between `balance` and another account. A positive amount comes into `balance`, a negative one leaves it. */
export const balanceMovement = (account: LedgerAccount, amount: number): Movement[] => {
  if (amount === 0) return [];
  return amount > 0 ? [{ debit: 'balance', credit: account, amount }] : [{ debit: account, credit: 'balance', amount: -amount }];
};
