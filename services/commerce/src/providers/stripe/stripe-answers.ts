import { validate } from '@space/bus';
import { toSentence } from '@space/contracts/core';
import { z } from 'zod';
import { currencyField, idField, optionalUnixField, textField, unixField } from '../../provider-port/event-fields.ts';
import { ProviderError } from '../../provider-port/provider.ts';
import { billingDetails, optionalReferenceField, referenceField } from './event-object-fields.ts';

/** Returns an answer of Stripe as its schema reads it. Throws ProviderError `bad_answer` that names the field, never its value. */
export function readAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const read = validate(schema, answer);
  if (read.success) return read.data;
  throw new ProviderError('bad_answer', toSentence(`An answer of Stripe cannot be read at ${read.errors[0]!.path}`));
}

/** A list, of which one page is read. */
export const listOf = <S extends z.ZodType>(schema: S) => z.object({ data: z.array(schema) });

const interval = z.enum(['day', 'week', 'month', 'year']);

/** The interval of a price; null for a price that is paid once. */
const recurringField = z
  .object({ interval, interval_count: z.int().min(1) })
  .nullish()
  .transform((recurring) => recurring ?? { interval: null, interval_count: null });

/** The account of a key. */
export const AccountAnswer = z.object({
  id: idField,
  email: textField,
  business_profile: z.object({ name: textField }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: textField }).nullish() }).nullish(),
});

const sum = z.object({ amount: z.int(), currency: z.string() });

/** The balances of an account. */
export const BalanceAnswer = z.object({
  available: z.array(sum),
  pending: z.array(sum),
  connect_reserved: z.array(sum).optional(),
});

/** A payment intent with its expanded charge. */
export const IntentAnswer = z.object({
  id: idField,
  currency: currencyField,
  created: unixField,
  description: textField,
  receipt_email: textField,
  status: z.string(),
  latest_charge: z.object({ id: idField, created: unixField, billing_details: billingDetails, receipt_email: textField }).nullish(),
});

const amount = z.int();

/** A checkout session. */
export const SessionAnswer = z.object({
  id: idField,
  created: unixField,
  currency: currencyField.nullish(),
  invoice: optionalReferenceField,
  client_reference_id: textField,
  customer_details: billingDetails,
  amount_subtotal: amount.nullish(),
  total_details: z.object({ amount_discount: amount, amount_shipping: amount.nullish(), amount_tax: amount }).nullish(),
});

/** A line item of a checkout session. */
export const SessionItemAnswer = z.object({
  description: textField,
  quantity: z.number().nullish(),
  amount_subtotal: amount,
  amount_total: amount,
  amount_tax: amount,
  price: z.object({ product: optionalReferenceField, unit_amount: amount.nullish() }).nullish(),
});

/** An amount in a list of taxes or discounts. */
const part = z.object({ amount });

/** A line of an invoice. */
export const InvoiceLineAnswer = z.object({
  description: textField,
  quantity: z.number().nullish(),
  amount,
  discount_amounts: z.array(part).nullish(),
  taxes: z.array(part.extend({ tax_behavior: textField })).nullish(),
  pricing: z.object({ price_details: z.object({ product: optionalReferenceField }).nullish() }).nullish(),
});

/** The link from an invoice to its payment. */
export const InvoicePaymentAnswer = z.object({
  invoice: referenceField,
  status: textField,
  payment: z.object({ payment_intent: optionalReferenceField, charge: optionalReferenceField }),
});

/** An invoice. */
export const InvoiceAnswer = z.object({
  id: idField,
  number: textField,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullish(),
  currency: currencyField,
  subtotal: amount,
  total: amount,
  amount_paid: amount,
  due_date: optionalUnixField,
  customer_email: textField,
  customer_name: textField,
  customer_phone: textField,
  total_taxes: z.array(part).nullish(),
  total_discount_amounts: z.array(part).nullish(),
  shipping_cost: z.object({ amount_total: amount }).nullish(),
  status_transitions: z.object({ finalized_at: optionalUnixField, paid_at: optionalUnixField }),
  parent: z.object({ subscription_details: z.object({ subscription: optionalReferenceField }).nullish() }).nullish(),
  payments: listOf(InvoicePaymentAnswer).nullish(),
});

/** A product. */
export const ProductAnswer = z.object({ id: idField, name: z.string(), description: textField, active: z.boolean() });

/** A price. */
export const PriceAnswer = z.object({
  id: idField,
  product: referenceField,
  active: z.boolean(),
  currency: currencyField,
  unit_amount: amount.nullish(),
  recurring: recurringField,
});

/** A subscription with its expanded customer and products. */
export const SubscriptionAnswer = z.object({
  id: idField,
  status: z.string(),
  currency: currencyField,
  start_date: optionalUnixField,
  cancel_at: optionalUnixField,
  ended_at: optionalUnixField,
  cancellation_details: z.object({ reason: textField }).nullish(),
  customer: z.union([z.string().transform(() => null), z.object({ email: textField, name: textField, phone: textField })]).nullish(),
  items: listOf(
    z.object({
      quantity: z.number().nullish(),
      current_period_end: optionalUnixField,
      price: z.object({
        product: z.union([z.string().transform((id) => ({ id, name: null })), z.object({ id: idField, name: textField })]),
        unit_amount: amount.nullish(),
        recurring: recurringField,
      }),
    }),
  ),
});

/** A payout. */
export const PayoutAnswer = z.object({
  id: idField,
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  currency: currencyField,
  amount,
  arrival_date: optionalUnixField,
  failure_code: textField,
  automatic: z.boolean(),
  balance_transaction: optionalReferenceField,
});

/** A balance transaction with its expanded source. */
export const TransactionAnswer = z.object({
  id: idField,
  amount,
  fee: amount,
  currency: z.string(),
  created: unixField,
  available_on: optionalUnixField,
  exchange_rate: z.number().nullish(),
  reporting_category: z.string().min(1),
  balance_type: textField,
  source: z
    .union([
      z.string().transform((id) => ({ id, payment_intent: null, charge: null })),
      z.object({ id: idField, payment_intent: optionalReferenceField, charge: optionalReferenceField }),
    ])
    .nullish(),
});

/** An event as the API lists it. */
export const EventAnswer = z.object({ id: idField, type: z.string() }).loose();

/** The newest balance transaction. */
export const NewestAnswer = z.object({ data: z.array(z.object({ id: z.string() })) });
