import { MAX_ORDER_ITEMS } from '@space/contracts/commerce';
import { z } from 'zod';
import { currencyField, idField, textField, timeField } from '../../provider-port/event-fields.ts';
import type { Findings, NewEntry, SoldItem } from '../../provider-port/findings.ts';
import { moneyEntry } from '../../provider-port/money-entry.ts';
import { type PaddleEvent, readData } from './paddle-event.ts';
import { amountText, exchangeRate, optionalAmountText } from './paddle-fields.ts';
import { remittedTax } from './remitted-tax.ts';

const totals = { tax: amountText, grand_total: amountText, fee: optionalAmountText } as const;

const LineItem = z.object({
  quantity: z.number().positive(),
  product: z.object({ id: idField.nullish(), name: z.string() }).nullish(),
  unit_totals: z.object({ subtotal: amountText }).nullish(),
  totals: z.object({ tax: amountText, total: amountText }),
});

const Completed = z.object({
  id: idField,
  currency_code: currencyField,
  customer_id: textField,
  invoice_id: textField,
  invoice_number: textField,
  details: z.object({
    totals: z.object({ ...totals, subtotal: amountText, discount: amountText }),
    payout_totals: z.object({ ...totals, currency_code: currencyField, exchange_rate: exchangeRate }).nullish(),
    line_items: z.array(LineItem).max(MAX_ORDER_ITEMS),
  }),
});

/** Returns the payment, the items and the ledger entries of a completed transaction. */
export function completedTransaction(event: PaddleEvent): Findings {
  const transaction = readData(Completed, event);
  const { id, currency_code: currency, customer_id, invoice_id, invoice_number, details } = transaction;
  const { subtotal, discount, tax, grand_total } = details.totals;
  const fact = {
    source_id: id,
    order: id,
    aliases: invoice_id === null ? [] : [invoice_id],
    currency,
    at: event.at,
  };
  const payer = { payer_reference: customer_id, number: invoice_number };
  const items = details.line_items.map(itemOf);
  return {
    facts: [
      { ...fact, kind: 'payment', amount: grand_total, data: { ...payer, tax } },
      { ...fact, kind: 'lines', amount: null, data: { ...payer, items, subtotal, tax, discount, shipping: 0 } },
    ],
    entries: entriesOf(transaction, event.at),
  };
}

const itemOf = ({ product, quantity, unit_totals, totals: { total, tax } }: z.output<typeof LineItem>): SoldItem => ({
  product: product?.id ?? null,
  title: product?.name ?? 'Item',
  quantity,
  unit_amount: unit_totals?.subtotal ?? Math.round(total / quantity),
  amount: total,
  tax,
});

/** Returns the entries in the currency of the payout, in which Paddle credits the transaction. */
function entriesOf({ id, currency_code, details }: z.output<typeof Completed>, at: string): NewEntry[] {
  const { tax, grand_total, fee } = details.payout_totals ?? details.totals;
  const place = {
    currency: details.payout_totals?.currency_code ?? currency_code,
    exchange_rate: details.payout_totals?.exchange_rate ?? null,
    order: id,
    at,
  };
  const payment = moneyEntry({ ...place, source_id: `payment:${id}`, category: 'charge', gross: grand_total, fee, tax, account: 'sales' });
  return [payment, ...remittedTax(place, `payment:${id}`, tax)];
}

const Failed = z.object({
  id: idField,
  currency_code: currencyField,
  customer_id: textField,
  details: z.object({ totals: z.object({ grand_total: amountText }), line_items: z.array(LineItem).max(MAX_ORDER_ITEMS).nullish() }),
  payments: z.array(z.object({ payment_attempt_id: idField, status: z.string(), error_code: textField, created_at: timeField })).nullish(),
});

/**
 * Returns the latest failed attempt of a transaction, and its items. Its source and its time are those of the attempt, since a
 * transaction can fail several times, and an event may already list the attempt after the one that it is about.
 */
export function failedTransaction(event: PaddleEvent): Findings {
  const { id, currency_code: currency, customer_id: payer_reference, details, payments } = readData(Failed, event);
  const attempts = (payments ?? []).filter(({ status }) => status === 'error').toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const [latest] = attempts;
  const fact = { source_id: latest?.payment_attempt_id ?? event.id, order: id, currency, at: latest?.created_at ?? event.at };
  const items = (details.line_items ?? []).map(itemOf);
  return {
    facts: [
      {
        ...fact,
        kind: 'payment_failed',
        amount: details.totals.grand_total,
        data: { payer_reference, failure_code: latest?.error_code ?? null },
      },
      { ...fact, kind: 'unpaid_lines', amount: null, data: { payer_reference, items } },
    ],
  };
}

const Canceled = z.object({ id: idField });

/** Returns the end of a transaction that is not paid. */
export function canceledTransaction(event: PaddleEvent): Findings {
  const { id } = readData(Canceled, event);
  return { facts: [{ kind: 'canceled', source_id: id, order: id, amount: null, currency: null, at: event.at, data: {} }] };
}
