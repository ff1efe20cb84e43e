import { amountOf } from '@space/contracts/commerce';

/** An amount with a name, as `namedAmount` of the contract declares it. */
export type AmountFields<Name extends string> = { readonly [K in `${Name}_amount` | `${Name}_amount_cents`]: number };

/** Returns amounts of a currency by their names, in smallest units and in units. Throws for an unknown currency. */
export function amountFields<const Name extends string>(currency: string, amounts: Readonly<Record<Name, number>>): AmountFields<Name> {
  const fields = Object.entries<number>(amounts).flatMap(([name, cents]) => [
    [`${name}_amount`, amountOf(cents, currency)],
    [`${name}_amount_cents`, cents],
  ]);
  return Object.fromEntries(fields) as AmountFields<Name>;
}
