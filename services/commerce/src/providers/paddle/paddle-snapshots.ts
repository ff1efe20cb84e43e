import { z } from 'zod';
import { currencyField, idField, optionalTimeField, textField } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
import { moneyEntry } from '../../provider-port/money-entry.ts';
import { payerOf } from '../../provider-port/payer.ts';
import { type PaddleEvent, readData } from './paddle-event.ts';
import { amountText, billingCycle, moneyField } from './paddle-fields.ts';

const Customer = z.object({ id: idField, name: textField, email: textField });

/** Returns the payer that a customer is; nothing without a valid email. Transactions and subscriptions name their customer by its id. */
export function changedCustomer(event: PaddleEvent): Findings {
  const { id, name, email } = readData(Customer, event);
  const payer = payerOf({ name, email });
  return { observed_at: event.at, payers: payer === null ? [] : [{ reference: id, payer }] };
}

const Product = z.object({ id: idField, name: z.string(), description: textField, status: z.string() });

/** Returns a product. */
export function changedProduct(event: PaddleEvent): Findings {
  const { id, name, description, status } = readData(Product, event);
  return { observed_at: event.at, products: [{ reference: id, title: name, description, active: status === 'active' }] };
}

const Price = z.object({ id: idField, product_id: idField, status: z.string(), unit_price: moneyField, billing_cycle: billingCycle });

/** Returns a price. */
export function changedPrice(event: PaddleEvent): Findings {
  const { id, product_id, status, unit_price, billing_cycle } = readData(Price, event);
  const price = {
    reference: id,
    product: product_id,
    active: status === 'active',
    currency: unit_price.currency_code,
    unit_amount: unit_price.amount,
    ...billing_cycle,
  };
  return { observed_at: event.at, prices: [price] };
}

/** The states of a subscription by those of Paddle. */
const subscriptionStatuses = { trialing: 'trialing', active: 'active', past_due: 'past_due', paused: 'paused', canceled: 'ended' } as const;

const Subscription = z.object({
  id: idField,
  status: z.enum(['trialing', 'active', 'past_due', 'paused', 'canceled']),
  customer_id: textField,
  currency_code: currencyField,
  started_at: optionalTimeField,
  canceled_at: optionalTimeField,
  current_billing_period: z.object({ ends_at: optionalTimeField }).nullish(),
  billing_cycle: billingCycle,
  scheduled_change: z.object({ action: z.string(), effective_at: optionalTimeField }).nullish(),
  items: z.array(
    z.object({
      quantity: z.number().positive(),
      price: z.object({ product_id: idField, description: textField, name: textField, unit_price: moneyField }),
      product: z.object({ name: z.string() }).nullish(),
    }),
  ),
});

/** Returns a subscription. Its amount is that of all items before tax. */
export function changedSubscription(event: PaddleEvent): Findings {
  const subscription = readData(Subscription, event);
  const { id, status, customer_id, currency_code, items, scheduled_change: change } = subscription;
  const [first] = items;
  const snapshot = {
    reference: id,
    status: subscriptionStatuses[status],
    payer: null,
    payer_reference: customer_id,
    product: first?.price.product_id ?? null,
    product_title: first?.product?.name ?? first?.price.name ?? first?.price.description ?? '',
    quantity: first?.quantity ?? 1,
    currency: currency_code,
    amount: items.reduce((sum, { price, quantity }) => sum + Math.round(price.unit_price.amount * quantity), 0),
    ...subscription.billing_cycle,
    started_at: subscription.started_at,
    period_end: subscription.current_billing_period?.ends_at ?? null,
    ends_at: change?.action === 'cancel' ? change.effective_at : null,
    ended_at: subscription.canceled_at,
    end_reason: null,
  };
  return { observed_at: event.at, subscriptions: [snapshot] };
}

const Payout = z.object({ id: idField, status: z.string(), amount: amountText, currency_code: currencyField });

/** Returns a payout, and for one that was paid the ledger entry of the money that left the balance. */
export function changedPayout(event: PaddleEvent): Findings {
  const { id, status, amount, currency_code: currency } = readData(Payout, event);
  const isPaid = status === 'paid';
  const place = { currency, order: null, at: event.at };
  const payout = {
    reference: id,
    status: isPaid ? ('paid' as const) : ('in_transit' as const),
    currency,
    amount,
    arrival_at: isPaid ? event.at : null,
    failure_code: null,
  };
  return {
    observed_at: event.at,
    payouts: [payout],
    entries: isPaid ? [moneyEntry({ ...place, source_id: `payout:${id}`, category: 'payout', gross: -amount, account: 'bank' })] : [],
  };
}
