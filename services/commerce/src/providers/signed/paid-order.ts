import type { Findings } from '../../provider-port/findings.ts';
import { moneyEntry } from '../../provider-port/money-entry.ts';
import { payerOf } from '../../provider-port/payer.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import type { SignedData } from './signed-event.ts';

/** Returns the payment, the items and the ledger entry of a paid order. */
export function paidOrder(data: SignedData<'order.paid'>): Findings {
  const { order_id, number = null, currency, amount_cents, paid_at, description = null } = data;
  const { tax_cents: tax = 0, discount_cents: discount = 0, shipping_cents: shipping = 0, fee_cents: fee = 0, items = [] } = data;
  if (tax > amount_cents) throw new EventFieldError('data.tax_cents', 'data.tax_cents must be at most data.amount_cents.');
  const payer = payerOf(data.customer);
  const fact = { source_id: order_id, order: order_id, currency, at: paid_at };
  return {
    facts: [
      { ...fact, kind: 'payment', amount: amount_cents, data: { payer, number, description } },
      {
        ...fact,
        kind: 'lines',
        amount: null,
        data: {
          payer,
          number,
          description,
          items: items.map((item) => ({
            product: item.product_id ?? null,
            title: item.title,
            quantity: item.quantity,
            unit_amount: item.unit_amount_cents,
            amount: item.amount_cents,
            tax: item.tax_cents ?? 0,
          })),
          subtotal: amount_cents - tax - shipping + discount,
          tax,
          discount,
          shipping,
        },
      },
    ],
    entries: [
      moneyEntry({
        source_id: `payment:${order_id}`,
        category: 'charge',
        currency,
        gross: amount_cents,
        fee,
        tax,
        account: 'sales',
        order: order_id,
        at: paid_at,
      }),
    ],
  };
}
