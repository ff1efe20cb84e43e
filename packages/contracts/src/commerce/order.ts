import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';
import { Currency } from './currency.ts';
import { decimal, money, namedAmount, units } from './money.ts';

/** The states of an order; they follow from its facts and are never set. */
export const orderStatuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'canceled'] as const;

/** The outcomes of a dispute, `open` until the provider has closed it. */
export const disputeStatuses = ['open', 'won', 'lost'] as const;

/** Payment providers. `signed` is any shop that sends our published schema with Standard Webhooks. */
export const paymentProviders = ['stripe', 'paddle', 'signed'] as const;

/** A payment provider. */
export type PaymentProvider = (typeof paymentProviders)[number];

/** Live money, or the test mode of a provider. */
export const moneyModes = ['live', 'test'] as const;

/** The source of an object. */
export const fromProvider = {
  integration_id: z.string().describe('The connection it came from'),
  provider: z.enum(paymentProviders),
  reference: z.string().describe('Its id at the provider'),
  mode: z.enum(moneyModes).describe('test for the test mode of the provider'),
} as const;

/** The key of events by which an order of a test mode starts no automations, unless its connection says so. */
export const startsAutomations = {
  starts_automations: z.boolean().describe('false for the test mode of a provider, unless its connection says otherwise'),
} as const;

/** A sold item. */
export const OrderItem = z.object({
  product_id: z.string().nullable().describe('null if the provider names no product'),
  title: z.string(),
  quantity: z.number(),
  unit_amount: decimal,
  unit_amount_cents: units,
  amount: decimal.describe('Of all units, with tax and discount'),
  amount_cents: units,
  tax_amount: decimal,
  tax_amount_cents: units,
});

/** An order: a purchase, and what became of its money. */
export const Order = z
  .object({
    ...resource,
    number: z.string().describe('The number that the payer knows, or the id at the provider'),
    status: z.enum(orderStatuses),
    dispute_status: z.enum(disputeStatuses).nullable().describe('State of its latest dispute; null without one'),
    ...fromProvider,
    contact_id: z.string().nullable().describe('The payer; null if no email is known'),
    email: z.string().nullable(),
    ...money,
    currency: Currency.nullable().describe('null until a fact names it; all amounts are 0 until then'),
    ...namedAmount('subtotal'),
    ...namedAmount('tax'),
    ...namedAmount('discount'),
    ...namedAmount('shipping'),
    ...namedAmount('refunded'),
    settlement: z
      .object({
        currency: Currency,
        ...namedAmount('gross'),
        ...namedAmount('fee'),
        ...namedAmount('net'),
        exchange_rate: z
          .number()
          .nullable()
          .describe('Units of the settlement currency for one unit of the order; null for the same currency'),
      })
      .nullable()
      .describe('Amounts that the provider credited for the payment; null until they are in the ledger'),
    product_id: z.string().nullable().describe('The product of the first item'),
    product_title: z.string().describe('Title of the first item, or the description of the payment, or the name of the connection'),
    product_count: z.int().describe('Number of items'),
    paid_at: timestamp.nullable(),
    items: z.array(OrderItem),
  })
  .meta({ id: 'Order' });

/** A refund of an order. */
export const Refund = z
  .object({
    ...resource,
    order_id: z.string(),
    ...fromProvider,
    status: z.enum(['succeeded', 'failed']).describe('failed if the bank gave the money back to the account'),
    ...money,
    reason: z.string().nullable(),
    refunded_at: timestamp,
  })
  .meta({ id: 'Refund' });

/** A payer's dispute of a payment, also called a chargeback. */
export const Dispute = z
  .object({
    ...resource,
    order_id: z.string(),
    ...fromProvider,
    status: z.enum(disputeStatuses),
    ...money,
    reason: z.string().nullable(),
    due_at: timestamp.nullable().describe('Last time at which evidence can be sent to the provider'),
    disputed_at: timestamp,
    closed_at: timestamp.nullable(),
  })
  .meta({ id: 'Dispute' });

/** The kinds of facts that an order is computed from. `unpaid_lines` are the items of an attempt to pay, which can still change. */
export const factKinds = [
  'payment',
  'payment_failed',
  'canceled',
  'lines',
  'unpaid_lines',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_end',
] as const;

/** An order with all that is known of it. */
export const OrderDetails = Order.extend({
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
  facts: z
    .array(
      z.object({
        kind: z.enum(factKinds),
        source_id: z.string().describe('Id at the provider: a fact is counted once'),
        amount_cents: units.nullable(),
        happened_at: timestamp.describe('Time at which it happened at the provider'),
        received_at: timestamp,
      }),
    )
    .describe('Earliest first'),
  ledger_entry_ids: z.array(z.string()),
}).meta({ id: 'OrderDetails' });
