import { z } from 'zod';
import { ContactBlock, contactCreated } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { Currency } from './currency.ts';
import { money, namedAmount } from './money.ts';
import { moneyModes, paymentProviders, startsAutomations } from './order.ts';

const source = { integration_id: z.string(), provider: z.enum(paymentProviders), mode: z.enum(moneyModes), ...startsAutomations } as const;
const sampleSource = {
  integration_id: 'int_01jd0000000000000000000000',
  provider: 'stripe' as const,
  mode: 'live' as const,
  starts_automations: true,
};
const person = { contact_id: z.string().optional(), contact: ContactBlock.optional() } as const;
const samplePerson = { contact_id: contactCreated.sample.contact_id, contact: contactCreated.sample.contact };
const sampleMoney = { amount: 49, amount_cents: 4_900, currency: 'EUR' };

const invoice = { invoice_id: z.string(), number: z.string().nullable(), ...money, ...person, ...source, due_at: timestamp.nullable() };
const sampleInvoice = {
  invoice_id: 'inv_01jd0000000000000000000000',
  number: 'R-1042',
  ...sampleMoney,
  ...samplePerson,
  ...sampleSource,
  due_at: '2026-05-18T09:00:00.000Z',
};

/** An invoice was paid. */
export const commerceInvoicePaid = eventType({
  type: 'commerce_invoice_paid',
  group: 'commerce',
  label: 'Invoice paid',
  data: z.object(invoice),
  sample: sampleInvoice,
  filters: ['integration_id'],
});

/** An open invoice passed its due date. */
export const commerceInvoiceOverdue = eventType({
  type: 'commerce_invoice_overdue',
  group: 'commerce',
  label: 'Invoice overdue',
  data: z.object(invoice),
  sample: sampleInvoice,
  filters: ['integration_id'],
});

const subscription = {
  subscription_id: z.string(),
  product_id: z.string().nullable(),
  product_title: z.string(),
  ...money,
  ...person,
  ...source,
  period_ends_at: timestamp.nullable(),
};
const sampleSubscription = {
  subscription_id: 'sbn_01jd0000000000000000000000',
  product_id: 'prd_01jd0000000000000000000000',
  product_title: 'Club membership',
  ...sampleMoney,
  ...samplePerson,
  ...sampleSource,
  period_ends_at: '2026-06-04T09:00:00.000Z',
};

/** A subscription started. */
export const commerceSubscriptionStarted = eventType({
  type: 'commerce_subscription_started',
  group: 'commerce',
  label: 'Subscription started',
  data: z.object(subscription),
  sample: sampleSubscription,
  filters: ['product_id', 'integration_id'],
});

/** A subscription's state, product, quantity or amount changed. */
export const commerceSubscriptionChanged = eventType({
  type: 'commerce_subscription_changed',
  group: 'commerce',
  label: 'Subscription changed',
  data: z.object({ ...subscription, changed: z.array(z.string()), status: z.string() }),
  sample: { ...sampleSubscription, changed: ['status'], status: 'past_due' },
  filters: ['product_id', 'integration_id'],
});

/** A subscription ended. */
export const commerceSubscriptionEnded = eventType({
  type: 'commerce_subscription_ended',
  group: 'commerce',
  label: 'Subscription ended',
  data: z.object({ ...subscription, reason: z.string().nullable() }),
  sample: { ...sampleSubscription, reason: 'cancellation_requested' },
  filters: ['product_id', 'integration_id'],
});

const payout = { payout_id: z.string(), ...money, ...source };
const samplePayout = {
  payout_id: 'pyo_01jd0000000000000000000000',
  amount: 1_200,
  amount_cents: 120_000,
  currency: 'EUR',
  ...sampleSource,
};

/** A payout arrived at the bank. */
export const walletPayoutPaid = eventType({
  type: 'wallet_payout_paid',
  group: 'wallet',
  label: 'Payout paid',
  data: z.object({ ...payout, arrival_at: timestamp.nullable() }),
  sample: { ...samplePayout, arrival_at: '2026-05-06T00:00:00.000Z' },
  filters: ['integration_id'],
});

/** A payout failed; its money is back in the balance. */
export const walletPayoutFailed = eventType({
  type: 'wallet_payout_failed',
  group: 'wallet',
  label: 'Payout failed',
  data: z.object({ ...payout, failure_code: z.string().nullable() }),
  sample: { ...samplePayout, failure_code: 'account_closed' },
  filters: ['integration_id'],
});

/** The balance of a provider differed from the ledger in two runs in a row. */
export const walletReconciliationFailed = eventType({
  type: 'wallet_reconciliation_failed',
  group: 'wallet',
  label: 'Reconciliation failed',
  data: z.object({ integration_id: z.string(), currency: Currency, ...namedAmount('difference'), missing_count: z.int() }),
  sample: {
    integration_id: 'int_01jd0000000000000000000000',
    currency: 'EUR',
    difference_amount: 4.9,
    difference_amount_cents: 490,
    missing_count: 1,
  },
  filters: ['integration_id'],
});
