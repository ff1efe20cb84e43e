import {
  Currency,
  currencyDecimals,
  invoiceStatuses,
  MAX_MONEY_UNITS,
  MAX_ORDER_ITEMS,
  subscriptionStatuses,
} from '@space/contracts/commerce';
import { emailAddress, line } from '@space/contracts/core';
import { z } from 'zod';
import { timeField } from '../../provider-port/event-fields.ts';

const reference = line(255).min(1);
const amount_cents = z.int().min(0).max(MAX_MONEY_UNITS).describe('In the smallest unit of the currency');
const currency = Currency.refine((code) => currencyDecimals.has(code), {
  error: ({ input }) => `is the unknown_currency ${input}: its amounts cannot be read`,
});
const text = line(500);

const money = { currency, amount_cents } as const;
const order = { order_id: reference.describe('The id of the order in the shop') } as const;
const refund = { ...order, refund_id: reference, ...money } as const;
const dispute = { ...order, dispute_id: reference, ...money } as const;
const payout = { payout_id: reference, ...money } as const;

const customer = z.strictObject({ email: emailAddress.optional(), name: line(200).optional(), phone: line(50).optional() });

const item = z.strictObject({
  product_id: reference.optional(),
  title: line(500).min(1),
  quantity: z.number().positive(),
  unit_amount_cents: amount_cents,
  amount_cents: amount_cents.describe('Of all units, with tax and discount'),
  tax_cents: amount_cents.optional(),
});

const event = <const Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });

/** An event of a shop that sends our published schema with Standard Webhooks. Amounts are in the smallest unit of the currency. */
export const SignedEvent = z.discriminatedUnion('type', [
  event('order.paid', {
    ...order,
    number: line(100).optional(),
    ...money,
    tax_cents: amount_cents.optional(),
    discount_cents: amount_cents.optional(),
    shipping_cents: amount_cents.optional(),
    fee_cents: amount_cents.optional().describe('What the provider of the shop took from the amount'),
    paid_at: timeField,
    description: text.optional(),
    customer: customer.optional(),
    items: z.array(item).max(MAX_ORDER_ITEMS).optional(),
  }),
  event('order.refunded', { ...refund, refunded_at: timeField, reason: text.optional() }),
  event('refund.failed', { ...refund, failed_at: timeField, failure_code: line(100).optional() }),
  event('order.disputed', { ...dispute, reason: text.optional(), due_at: timeField.optional(), disputed_at: timeField }),
  event('dispute.closed', { ...dispute, outcome: z.enum(['won', 'lost']), closed_at: timeField }),
  event('payment.failed', {
    ...order,
    ...money,
    failure_code: line(100).optional(),
    failed_at: timeField,
    retry_at: timeField.optional(),
    customer: customer.optional(),
  }),
  event('order.canceled', { ...order, canceled_at: timeField }),
  event('payout.paid', { ...payout, arrival_at: timeField }),
  event('invoice.updated', {
    invoice_id: reference,
    number: line(100).optional(),
    status: z.enum(invoiceStatuses),
    customer: customer.optional(),
    subscription_id: reference.optional(),
    order_id: reference.optional(),
    ...money,
    paid_cents: amount_cents.optional(),
    issued_at: timeField.optional(),
    due_at: timeField.optional(),
    paid_at: timeField.optional(),
    updated_at: timeField,
  }),
  event('subscription.updated', {
    subscription_id: reference,
    status: z.enum(subscriptionStatuses),
    customer: customer.optional(),
    product_id: reference.optional(),
    title: line(500).min(1),
    quantity: z.number().positive().optional(),
    ...money,
    interval: z.enum(['day', 'week', 'month', 'year']).optional(),
    interval_count: z.int().positive().optional(),
    started_at: timeField.optional(),
    period_ends_at: timeField.optional(),
    cancel_at: timeField.optional(),
    ended_at: timeField.optional(),
    end_reason: line(100).optional(),
    updated_at: timeField,
  }),
  event('balance.stated', {
    stated_at: timeField,
    balances: z
      .array(z.strictObject({ currency, available_cents: z.int(), pending_cents: z.int().optional(), reserved_cents: z.int().optional() }))
      .min(1)
      .max(50),
  }),
  event('payout.failed', {
    ...payout,
    failed_at: timeField,
    was_paid: z.boolean().optional().describe('True if it had arrived, so that its money comes back'),
    failure_code: line(100).optional(),
  }),
]);

/** An event of a shop, parsed. */
export type SignedEvent = z.output<typeof SignedEvent>;

/** The types of events that a shop can send. */
export const signedEventTypes: ReadonlySet<string> = new Set(SignedEvent.options.map(({ shape }) => shape.type.value));

/** The data of one type of event. */
export type SignedData<Type extends SignedEvent['type']> = Extract<SignedEvent, { type: Type }>['data'];
