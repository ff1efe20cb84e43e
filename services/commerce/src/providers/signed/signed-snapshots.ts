import type { Findings } from '../../provider-port/findings.ts';
import { payerOf } from '../../provider-port/payer.ts';
import type { SignedData } from './signed-event.ts';

/** Returns an invoice as the shop describes it. */
export const describedInvoice = (data: SignedData<'invoice.updated'>): Findings => ({
  observed_at: data.updated_at,
  invoices: [
    {
      reference: data.invoice_id,
      number: data.number ?? null,
      status: data.status,
      payer: payerOf(data.customer),
      subscription: data.subscription_id ?? null,
      order: data.order_id ?? null,
      currency: data.currency,
      amount: data.amount_cents,
      paid: data.paid_cents ?? (data.status === 'paid' ? data.amount_cents : 0),
      issued_at: data.issued_at ?? null,
      due_at: data.due_at ?? null,
      paid_at: data.paid_at ?? null,
    },
  ],
});

/** Returns a subscription as the shop describes it. */
export const describedSubscription = (data: SignedData<'subscription.updated'>): Findings => ({
  observed_at: data.updated_at,
  subscriptions: [
    {
      reference: data.subscription_id,
      status: data.status,
      payer: payerOf(data.customer),
      product: data.product_id ?? null,
      product_title: data.title,
      quantity: data.quantity ?? 1,
      currency: data.currency,
      amount: data.amount_cents,
      interval: data.interval ?? null,
      interval_count: data.interval_count ?? null,
      started_at: data.started_at ?? null,
      period_end: data.period_ends_at ?? null,
      ends_at: data.cancel_at ?? null,
      ended_at: data.ended_at ?? null,
      end_reason: data.end_reason ?? null,
    },
  ],
});

/** Returns the balances that the shop states; they are compared with the ledger. */
export const statedBalance = ({ balances, stated_at }: SignedData<'balance.stated'>): Findings => ({
  observed_at: stated_at,
  balances: balances.map(({ currency, available_cents, pending_cents = 0, reserved_cents = 0 }) => ({
    currency,
    available: available_cents,
    pending: pending_cents,
    reserved: reserved_cents,
  })),
});
