import { MAX_ORDER_ITEMS } from '@space/contracts/commerce';
import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Fact, FactData, SoldItem } from '../../provider-port/findings.ts';
import { payerOf } from '../../provider-port/payer.ts';
import {
  IntentAnswer,
  InvoiceAnswer,
  InvoiceLineAnswer,
  InvoicePaymentAnswer,
  listOf,
  readAnswer,
  SessionAnswer,
  SessionItemAnswer,
} from './stripe-answers.ts';

const PAGE = 100;

type Intent = z.output<typeof IntentAnswer>;
type Session = z.output<typeof SessionAnswer>;
type Invoice = z.output<typeof InvoiceAnswer>;

/**
 * Reads the items, the totals and the payer of an order: from its checkout session, or else from its invoice. A payment without either
 * has no items. The order is a payment intent, or a session without anything to pay. The items of an order that is not paid can still
 * change, so they are a fact of its latest attempt.
 */
export async function readOrderLines(stripe: Stripe, reference: string): Promise<Fact> {
  const isSession = reference.startsWith('cs_');
  const intent = isSession ? null : await readIntent(stripe, reference);
  const session = isSession
    ? readAnswer(SessionAnswer, await stripe.checkout.sessions.retrieve(reference))
    : await findSession(stripe, reference);
  const invoiceId = session ? session.invoice : await findInvoiceId(stripe, reference);
  const invoice = invoiceId === null ? null : readAnswer(InvoiceAnswer, await stripe.invoices.retrieve(invoiceId));
  const ids = [session?.id, intent?.latest_charge?.id, invoice?.id].filter((id) => id !== undefined && id !== reference);
  const isPaid = intent === null || intent.status === 'succeeded';
  return {
    kind: isPaid ? 'lines' : 'unpaid_lines',
    source_id: isPaid ? reference : (intent.latest_charge?.id ?? reference),
    order: reference,
    aliases: ids as string[],
    amount: null,
    currency: intent?.currency ?? session?.currency ?? null,
    at: isPaid ? (intent ?? session)!.created : (intent.latest_charge?.created ?? intent.created),
    data: {
      payer: payerOfOrder(intent, session, invoice),
      number: invoice?.number ?? session?.client_reference_id ?? null,
      description: intent?.description ?? null,
      ...(session
        ? { items: await sessionItems(stripe, session.id), ...sessionTotals(session) }
        : invoice
          ? { items: await invoiceItems(stripe, invoice.id), ...invoiceTotals(invoice) }
          : { items: [] }),
    },
  };
}

const payerOfOrder = (intent: Intent | null, session: Session | null, invoice: Invoice | null) =>
  payerOf(
    intent?.latest_charge?.billing_details,
    session?.customer_details,
    { email: intent?.receipt_email ?? intent?.latest_charge?.receipt_email },
    invoice && { email: invoice.customer_email, name: invoice.customer_name, phone: invoice.customer_phone },
  );

const readIntent = async (stripe: Stripe, id: string): Promise<Intent> =>
  readAnswer(IntentAnswer, await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));

async function findSession(stripe: Stripe, payment_intent: string): Promise<Session | null> {
  const page = await stripe.checkout.sessions.list({ payment_intent, limit: 1 });
  return readAnswer(listOf(SessionAnswer), page).data[0] ?? null;
}

async function findInvoiceId(stripe: Stripe, payment_intent: string): Promise<string | null> {
  const page = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent }, limit: 1 });
  return readAnswer(listOf(InvoicePaymentAnswer), page).data[0]?.invoice ?? null;
}

async function sessionItems(stripe: Stripe, id: string): Promise<SoldItem[]> {
  const lines = await stripe.checkout.sessions.listLineItems(id, { limit: PAGE }).autoPagingToArray({ limit: MAX_ORDER_ITEMS });
  return lines.map((line) => {
    const { description, quantity, amount_subtotal, amount_total, amount_tax, price } = readAnswer(SessionItemAnswer, line);
    return {
      product: price?.product ?? null,
      title: description ?? 'Item',
      quantity: quantity ?? 1,
      unit_amount: price?.unit_amount ?? unitAmount(amount_subtotal, quantity),
      amount: amount_total,
      tax: amount_tax,
    };
  });
}

const sessionTotals = ({ amount_subtotal, total_details }: Session): Partial<FactData> => ({
  subtotal: amount_subtotal ?? 0,
  tax: total_details?.amount_tax ?? 0,
  discount: total_details?.amount_discount ?? 0,
  shipping: total_details?.amount_shipping ?? 0,
});

async function invoiceItems(stripe: Stripe, id: string): Promise<SoldItem[]> {
  const lines = await stripe.invoices.listLineItems(id, { limit: PAGE }).autoPagingToArray({ limit: MAX_ORDER_ITEMS });
  return lines.map((line) => {
    const { description, quantity, amount, discount_amounts, taxes, pricing } = readAnswer(InvoiceLineAnswer, line);
    const added = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive');
    return {
      product: pricing?.price_details?.product ?? null,
      title: description ?? 'Item',
      quantity: quantity ?? 1,
      unit_amount: unitAmount(amount, quantity),
      amount: amount - sumOf(discount_amounts) + sumOf(added),
      tax: sumOf(taxes),
    };
  });
}

const invoiceTotals = ({ subtotal, total_taxes, total_discount_amounts, shipping_cost }: Invoice): Partial<FactData> => ({
  subtotal,
  tax: sumOf(total_taxes),
  discount: sumOf(total_discount_amounts),
  shipping: shipping_cost?.amount_total ?? 0,
});

const unitAmount = (amount: number, quantity: number | null | undefined): number => (quantity ? Math.round(amount / quantity) : amount);

const sumOf = (parts: readonly { readonly amount: number }[] | null | undefined): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
