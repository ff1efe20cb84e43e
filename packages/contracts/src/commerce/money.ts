import { z } from 'zod';
import { Currency } from './currency.ts';

/** An amount in the smallest unit of its currency. */
export const units = z.int().describe('In the smallest unit of the currency: cents of EUR, yen of JPY, thousandths of KWD');

/** An amount in units of its currency. */
export const decimal = z.number().describe('In units of the currency');

/** An amount of money: the same amount twice, and its currency. */
export const money = { amount: decimal, amount_cents: units, currency: Currency } as const;

/** Declares an amount with a name, in a currency that another field has. */
export const namedAmount = <const Name extends string>(name: Name) =>
  ({ [`${name}_amount`]: decimal, [`${name}_amount_cents`]: units }) as { readonly [K in `${Name}_amount`]: typeof decimal } & {
    readonly [K in `${Name}_amount_cents`]: typeof units;
  };
