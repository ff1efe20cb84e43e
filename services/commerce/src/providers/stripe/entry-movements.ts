import { balanceMovement } from '../../provider-port/balance-movement.ts';
import type { LedgerAccount, Movement } from '../../provider-port/findings.ts';

/** The account on the other side of `balance`, by reporting category of Stripe. Every other category goes to `adjustments`. */
const accounts: Readonly<Record<string, LedgerAccount>> = {
  charge: 'sales',
  charge_failure: 'sales',
  refund: 'refunds',
  refund_failure: 'refunds',
  partial_capture_reversal: 'refunds',
  dispute: 'disputes',
  dispute_reversal: 'disputes',
  payout: 'in_transit',
  payout_reversal: 'in_transit',
  fee: 'fees',
  network_cost: 'fees',
  tax: 'fees',
  topup: 'bank',
  topup_reversal: 'bank',
  conversion: 'fx',
};

/**
 * Returns the movements of a balance transaction of Stripe. A positive gross amount is a debit of `balance`, a negative one is a credit;
 * the fee is a credit, and a returned fee is a debit. Their sum in `balance` is `gross - fee`. Zero makes no movement.
 */
export const entryMovements = (category: string, gross: number, fee: number): Movement[] => [
  ...balanceMovement(Object.hasOwn(accounts, category) ? accounts[category]! : 'adjustments', gross),
  ...balanceMovement('fees', -fee),
];
