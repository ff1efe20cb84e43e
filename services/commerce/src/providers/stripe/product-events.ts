import { z } from 'zod';
import { amountField, currencyField, idField, textField } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
import { referenceField } from './event-object-fields.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';

const Product = z.object({ id: idField, name: z.string(), description: textField });

/** Returns the last state of a product of `product.deleted`, as inactive: it can no longer be read. */
export function deletedProduct(event: StripeEvent): Findings {
  const { id, name, description } = readObject(Product, event);
  return { products: [{ reference: id, title: name, description, active: false }], observed_at: event.at };
}

const interval = z.enum(['day', 'week', 'month', 'year']);

const Price = z.object({
  id: idField,
  product: referenceField,
  currency: currencyField,
  unit_amount: amountField.nullish(),
  recurring: z.object({ interval, interval_count: z.int().min(1) }).nullish(),
});

/** Returns the last state of a price of `price.deleted`, as inactive. */
export function deletedPrice(event: StripeEvent): Findings {
  const { id, product, currency, unit_amount, recurring } = readObject(Price, event);
  const price = {
    reference: id,
    product,
    active: false,
    currency,
    unit_amount: unit_amount ?? null,
    interval: recurring?.interval ?? null,
    interval_count: recurring?.interval_count ?? null,
  };
  return { prices: [price], observed_at: event.at };
}
