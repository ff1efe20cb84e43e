import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Findings, InvoiceSnapshot, PayoutSnapshot, SubscriptionSnapshot } from '../../provider-port/findings.ts';
import { payerOf } from '../../provider-port/payer.ts';
import { InvoiceAnswer, PayoutAnswer, PriceAnswer, ProductAnswer, readAnswer, SubscriptionAnswer } from './stripe-answers.ts';
import { listTransactions } from './transactions.ts';

/** Reads a product; nothing for a deleted one, whose last state came with its event. */
export async function readProduct(stripe: Stripe, reference: string): Promise<Findings> {
  const answer = await stripe.products.retrieve(reference);
  if ('deleted' in answer && answer.deleted) return {};
  const { id, name, description, active } = readAnswer(ProductAnswer, answer);
  return { products: [{ reference: id, title: name, description, active }] };
}

/** Reads a price. */
export async function readPrice(stripe: Stripe, reference: string): Promise<Findings> {
  const { id, product, active, currency, unit_amount, recurring } = readAnswer(PriceAnswer, await stripe.prices.retrieve(reference));
  return { prices: [{ reference: id, product, active, currency, unit_amount: unit_amount ?? null, ...recurring }] };
}

/** Reads an invoice with its payments: an invoice names neither its payment intent nor its charge. */
export async function readInvoice(stripe: Stripe, reference: string): Promise<InvoiceSnapshot> {
  const invoice = readAnswer(InvoiceAnswer, await stripe.invoices.retrieve(reference, { expand: ['payments'] }));
  const payments = invoice.payments?.data ?? [];
  const payment = (payments.find(({ status }) => status === 'paid') ?? payments[0])?.payment;
  return {
    reference: invoice.id,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    payer: payerOf({ email: invoice.customer_email, name: invoice.customer_name, phone: invoice.customer_phone }),
    subscription: invoice.parent?.subscription_details?.subscription ?? null,
    order: payment?.payment_intent ?? payment?.charge ?? null,
    currency: invoice.currency,
    amount: invoice.total,
    paid: invoice.amount_paid,
    issued_at: invoice.status_transitions.finalized_at,
    due_at: invoice.due_date,
    paid_at: invoice.status_transitions.paid_at,
  };
}

/** The states of a subscription by those of Stripe. */
const subscriptionStatuses: Readonly<Record<string, SubscriptionSnapshot['status']>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  unpaid: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

/** Reads a subscription with its customer and its products. */
export async function readSubscription(stripe: Stripe, reference: string): Promise<SubscriptionSnapshot> {
  const answer = await stripe.subscriptions.retrieve(reference, { expand: ['customer', 'items.data.price.product'] });
  return subscriptionOf(readAnswer(SubscriptionAnswer, answer));
}

function subscriptionOf(subscription: z.output<typeof SubscriptionAnswer>): SubscriptionSnapshot {
  const items = subscription.items.data;
  const [first] = items;
  return {
    reference: subscription.id,
    status: subscriptionStatuses[subscription.status] ?? 'incomplete',
    payer: payerOf(subscription.customer),
    product: first?.price.product.id ?? null,
    product_title: first?.price.product.name ?? '',
    quantity: first?.quantity ?? 1,
    currency: subscription.currency,
    amount: items.reduce((sum, { price, quantity }) => sum + Math.round((price.unit_amount ?? 0) * (quantity ?? 1)), 0),
    interval: first?.price.recurring.interval ?? null,
    interval_count: first?.price.recurring.interval_count ?? null,
    started_at: subscription.start_date,
    period_end: first?.current_period_end ?? null,
    ends_at: subscription.cancel_at,
    ended_at: subscription.ended_at,
    end_reason: subscription.status === 'incomplete_expired' ? 'incomplete_expired' : (subscription.cancellation_details?.reason ?? null),
  };
}

/**
 * Reads a payout with the ids of the balance transactions that it pays out, without its own. Stripe lists them for automatic payouts only.
 */
export async function readPayout(stripe: Stripe, reference: string): Promise<PayoutSnapshot> {
  const payout = readAnswer(PayoutAnswer, await stripe.payouts.retrieve(reference));
  const listed = payout.automatic ? await listTransactions(stripe, { payout: reference }) : null;
  const ids = listed?.map(({ id }) => id).filter((id) => id !== payout.balance_transaction);
  return {
    reference: payout.id,
    status: payout.status,
    currency: payout.currency,
    amount: payout.amount,
    arrival_at: payout.arrival_date,
    failure_code: payout.failure_code,
    ...(ids === undefined ? {} : { transactions: ids }),
  };
}
