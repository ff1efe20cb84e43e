import { balanceMovement } from './balance-movement.ts';
import type { LedgerAccount, NewEntry } from './findings.ts';

/** A money fact of a provider that has no balance transactions: the ledger entry follows from the event. */
export interface MoneyFact {
  readonly source_id: string;
  readonly category: string;
  readonly currency: string;
  /** The amount that comes into `balance`, negative for one that leaves it. */
  readonly gross: number;
  /** The amount that the provider takes from it, negative for one that it returns. */
  readonly fee?: number;
  /** The part of `gross` that is tax, with the same sign. */
  readonly tax?: number;
  /** The account on the other side of `balance`, for what is not tax. */
  readonly account: LedgerAccount;
  readonly order: string | null;
  readonly at: string;
  readonly exchange_rate?: number | null;
}

/** Returns the entry of a money fact. Its movements change `balance` by `gross - fee`. */
export const moneyEntry = (fact: MoneyFact): NewEntry => {
  const { source_id, category, currency, gross, fee = 0, tax = 0, account, order, at, exchange_rate = null } = fact;
  return {
    source_id,
    category,
    currency,
    gross,
    fee,
    exchange_rate,
    order,
    occurred_at: at,
    available_at: null,
    movements: [...balanceMovement(account, gross - tax), ...balanceMovement('tax', tax), ...balanceMovement('fees', -fee)],
  };
};
