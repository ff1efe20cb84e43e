import { z } from 'zod';
import { amountField, currencyField } from '../../provider-port/event-fields.ts';

/** An amount that Paddle writes as text in the lowest unit, such as "1999". It is read as a number and never negative. */
export const amountText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number in the lowest unit, as text')
  .transform(Number)
  .pipe(amountField);

/** An amount that may be null or absent; it is read as 0 then. */
export const optionalAmountText = amountText.nullish().transform((amount) => amount ?? 0);

/** An amount of money in a currency. */
export const moneyField = z.object({ amount: amountText, currency_code: currencyField });

const interval = z.enum(['day', 'week', 'month', 'year']);

/** The interval in which something is paid; null for a single payment. */
export const billingCycle = z
  .object({ interval, frequency: z.int().min(1) })
  .nullish()
  .transform((cycle) => ({ interval: cycle?.interval ?? null, interval_count: cycle?.frequency ?? null }));

/** The rate between the currency of a transaction and that of the payout; null if Paddle does not say it. */
export const exchangeRate = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a decimal number as text')
  .nullish()
  .transform((rate) => (rate === null || rate === undefined ? null : Number(rate)));
