import type { Findings } from '../../provider-port/findings.ts';
import { moneyEntry } from '../../provider-port/money-entry.ts';
import { payerOf } from '../../provider-port/payer.ts';
import type { SignedData } from './signed-event.ts';

/** Returns a refund and its ledger entry. */
export function refundedOrder(data: SignedData<'order.refunded'>): Findings {
  const { order_id, refund_id, currency, amount_cents, refunded_at, reason = null } = data;
  const place = { currency, order: order_id, at: refunded_at };
  return {
    facts: [{ ...place, kind: 'refund', source_id: refund_id, amount: amount_cents, data: { reason } }],
    entries: [moneyEntry({ ...place, source_id: `refund:${refund_id}`, category: 'refund', gross: -amount_cents, account: 'refunds' })],
  };
}

/** Returns a failed refund, and the ledger entry of the money that came back. */
export function failedRefund(data: SignedData<'refund.failed'>): Findings {
  const { order_id, refund_id, currency, amount_cents, failed_at, failure_code = null } = data;
  const place = { currency, order: order_id, at: failed_at };
  const source_id = `refund_failed:${refund_id}`;
  return {
    facts: [{ ...place, kind: 'refund_failed', source_id: refund_id, amount: amount_cents, data: { failure_code } }],
    entries: [
      {
        ...moneyEntry({ ...place, source_id, category: 'refund_failure', gross: amount_cents, account: 'refunds' }),
        follows: { kind: 'refund', source_id: refund_id },
      },
    ],
  };
}

/** Returns a dispute, and the ledger entry of the money that it takes. */
export function disputedOrder(data: SignedData<'order.disputed'>): Findings {
  const { order_id, dispute_id, currency, amount_cents, reason = null, due_at = null, disputed_at } = data;
  const place = { currency, order: order_id, at: disputed_at };
  return {
    facts: [{ ...place, kind: 'dispute', source_id: dispute_id, amount: amount_cents, data: { reason, due_at } }],
    entries: [moneyEntry({ ...place, source_id: `dispute:${dispute_id}`, category: 'dispute', gross: -amount_cents, account: 'disputes' })],
  };
}

/** Returns the end of a dispute; the money of one that was won comes back. */
export function closedDispute(data: SignedData<'dispute.closed'>): Findings {
  const { order_id, dispute_id, currency, amount_cents, outcome, closed_at } = data;
  const place = { currency, order: order_id, at: closed_at };
  const source_id = `dispute_won:${dispute_id}`;
  return {
    facts: [{ ...place, kind: 'dispute_end', source_id: dispute_id, amount: amount_cents, data: { outcome } }],
    entries:
      outcome === 'won'
        ? [
            {
              ...moneyEntry({ ...place, source_id, category: 'dispute_reversal', gross: amount_cents, account: 'disputes' }),
              follows: { kind: 'dispute', source_id: dispute_id },
            },
          ]
        : [],
  };
}

/** Returns a failed payment. Its source is the id of the webhook, since an order can fail several times. */
export function failedPayment(data: SignedData<'payment.failed'>, event_id: string): Findings {
  const { order_id, currency, amount_cents, failure_code = null, failed_at, retry_at = null, customer } = data;
  const details = { payer: payerOf(customer), failure_code, retry_at };
  return {
    facts: [{ kind: 'payment_failed', source_id: event_id, order: order_id, amount: amount_cents, currency, at: failed_at, data: details }],
  };
}

/** Returns the end of an order that is not paid. */
export const canceledOrder = ({ order_id, canceled_at }: SignedData<'order.canceled'>): Findings => ({
  facts: [{ kind: 'canceled', source_id: order_id, order: order_id, amount: null, currency: null, at: canceled_at, data: {} }],
});

/** Returns a payout that arrived at the bank, and its ledger entry. */
export const paidPayout = ({ payout_id, currency, amount_cents, arrival_at }: SignedData<'payout.paid'>): Findings => ({
  observed_at: arrival_at,
  payouts: [{ reference: payout_id, status: 'paid', currency, amount: amount_cents, arrival_at, failure_code: null }],
  entries: [
    moneyEntry({
      source_id: `payout:${payout_id}`,
      category: 'payout',
      currency,
      gross: -amount_cents,
      account: 'bank',
      order: null,
      at: arrival_at,
    }),
  ],
});

/** Returns a payout that failed. Its money comes back if it had arrived; otherwise it never left the balance. */
export const failedPayout = (data: SignedData<'payout.failed'>): Findings => {
  const { payout_id, currency, amount_cents, failed_at, was_paid = false, failure_code = null } = data;
  const place = { currency, order: null, at: failed_at };
  return {
    observed_at: failed_at,
    payouts: [{ reference: payout_id, status: 'failed', currency, amount: amount_cents, arrival_at: null, failure_code }],
    entries: was_paid
      ? [
          moneyEntry({
            ...place,
            source_id: `payout_failed:${payout_id}`,
            category: 'payout_reversal',
            gross: amount_cents,
            account: 'bank',
          }),
        ]
      : [],
  };
};
