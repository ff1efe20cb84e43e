import { z } from 'zod';
import { ContactBlock, contactCreated } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { MAX_EVENT_ITEMS } from './limits.ts';
import { decimal, money, namedAmount, units } from './money.ts';
import { moneyModes, paymentProviders, startsAutomations } from './order.ts';

const Item = z.object({
  product_id: z.string().nullable(),
  title: z.string(),
  quantity: z.number(),
  amount: decimal,
  amount_cents: units,
});

/** The keys that every event of an order has (contract, J6). */
const aboutOrder = {
  order_id: z.string(),
  order_number: z.string(),
  product_id: z.string().nullable().describe('The product of the first item'),
  product_title: z.string(),
  product_count: z.int(),
  items: z.array(Item).max(MAX_EVENT_ITEMS).describe(`The first ${MAX_EVENT_ITEMS} items`),
  ...money,
  contact_id: z.string().optional(),
  contact: ContactBlock.optional(),
  integration_id: z.string(),
  provider: z.enum(paymentProviders),
  mode: z.enum(moneyModes),
  ...startsAutomations,
} as const;

const guide = {
  order_id: 'ord_01jd0000000000000000000000',
  order_number: '1042',
  product_id: 'prd_01jd0000000000000000000000',
  product_title: 'Field guide',
  product_count: 1,
  items: [{ product_id: 'prd_01jd0000000000000000000000', title: 'Field guide', quantity: 1, amount: 49, amount_cents: 4_900 }],
  amount: 49,
  amount_cents: 4_900,
  currency: 'EUR',
  contact_id: contactCreated.sample.contact_id,
  contact: contactCreated.sample.contact,
  integration_id: 'int_01jd0000000000000000000000',
  provider: 'stripe' as const,
  mode: 'live' as const,
  starts_automations: true,
};

/** An order was paid. The actor is the payer. */
export const commerceOrderPaid = eventType({
  type: 'commerce_order_paid',
  group: 'commerce',
  label: 'Order paid',
  data: z.object({ ...aboutOrder, paid_at: timestamp }),
  sample: { ...guide, paid_at: '2026-05-04T09:00:00.000Z' },
  filters: ['product_id', 'currency', 'integration_id'],
});

/** A payment was refunded, in full or in part; `amount` is that of this refund. */
export const commerceOrderRefunded = eventType({
  type: 'commerce_order_refunded',
  group: 'commerce',
  label: 'Order refunded',
  data: z.object({
    ...aboutOrder,
    refund_id: z.string(),
    ...namedAmount('refunded'),
    ...namedAmount('remaining'),
    is_full: z.boolean().describe('True if nothing of the payment remains'),
    extent: z.enum(['full', 'partial']).describe('is_full as a text, for filters'),
    reason: z.string().nullable(),
    refunded_at: timestamp,
  }),
  sample: {
    ...guide,
    refund_id: 'rfd_01jd0000000000000000000000',
    refunded_amount: 49,
    refunded_amount_cents: 4_900,
    remaining_amount: 0,
    remaining_amount_cents: 0,
    is_full: true,
    extent: 'full' as const,
    reason: 'requested_by_customer',
    refunded_at: '2026-05-05T09:00:00.000Z',
  },
  filters: ['product_id', 'currency', 'extent', 'integration_id'],
});

/** A refund failed, so its money is with the seller again; `amount` is that of the refund. */
export const commerceRefundFailed = eventType({
  type: 'commerce_refund_failed',
  group: 'commerce',
  label: 'Refund failed',
  data: z.object({
    ...aboutOrder,
    refund_id: z.string(),
    ...namedAmount('refunded'),
    ...namedAmount('remaining'),
    failure_code: z.string().nullable(),
    failed_at: timestamp,
  }),
  sample: {
    ...guide,
    refund_id: 'rfd_01jd0000000000000000000000',
    refunded_amount: 0,
    refunded_amount_cents: 0,
    remaining_amount: 49,
    remaining_amount_cents: 4_900,
    failure_code: 'lost_or_stolen_card',
    failed_at: '2026-05-06T09:00:00.000Z',
  },
  filters: ['product_id', 'currency', 'integration_id'],
});

const dispute = { dispute_id: z.string(), reason: z.string().nullable() };
const fraud = { dispute_id: 'dsp_01jd0000000000000000000000', reason: 'fraudulent' };

/** The payer disputed a payment; `amount` is the disputed one. */
export const commerceOrderDisputed = eventType({
  type: 'commerce_order_disputed',
  group: 'commerce',
  label: 'Order disputed',
  data: z.object({ ...aboutOrder, ...dispute, due_at: timestamp.nullable().describe('Last time at which evidence can be sent') }),
  sample: { ...guide, ...fraud, due_at: '2026-05-20T09:00:00.000Z' },
  filters: ['product_id', 'reason', 'integration_id'],
  filter_rules: { reason: { text: z.string().max(64), ignores_case: false } },
});

/** The provider closed a dispute. */
export const commerceDisputeClosed = eventType({
  type: 'commerce_dispute_closed',
  group: 'commerce',
  label: 'Dispute closed',
  data: z.object({ ...aboutOrder, ...dispute, outcome: z.enum(['won', 'lost']) }),
  sample: { ...guide, ...fraud, outcome: 'won' },
  filters: ['product_id', 'outcome', 'integration_id'],
});

/** A payment failed. */
export const commercePaymentFailed = eventType({
  type: 'commerce_payment_failed',
  group: 'commerce',
  label: 'Payment failed',
  data: z.object({ ...aboutOrder, failure_code: z.string().nullable(), retry_at: timestamp.nullable() }),
  sample: { ...guide, failure_code: 'card_declined', retry_at: null },
  filters: ['product_id', 'integration_id'],
});
