import { z } from 'zod';

/** Currencies whose smallest unit is the currency itself, at Stripe (docs.stripe.com/currencies). */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');

/** Currencies whose smallest unit is a thousandth. */
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ');

/** The other currencies. ISK and UGX have no coins, and are written in hundredths all the same. */
const withTwoDecimals =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG YER ZAR ZMW'.split(
    ' ',
  );

/** The number of decimals of each currency, by its code. */
export const currencyDecimals: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.map((code) => [code, 0] as const),
  ...withTwoDecimals.map((code) => [code, 2] as const),
  ...withThreeDecimals.map((code) => [code, 3] as const),
]);

/** The codes of all known currencies. */
export const currencyCodes: readonly string[] = [...currencyDecimals.keys()].sort();

/** A currency by its ISO 4217 code, in capital letters. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency such as EUR')
  .meta({ description: 'ISO 4217 code, such as EUR', examples: ['EUR'] });

/**
 * Returns an amount in units of its currency as a JSON number, from its smallest units: 1234 is 12.34 in EUR and 1234 in JPY. It is made
 * from the decimal text, so that no digit is lost up to 9 * 10^13 units. Throws for an unknown currency.
 */
export function amountOf(amount_cents: number, currency: string): number {
  const decimals = currencyDecimals.get(currency);
  if (decimals === undefined) throw new Error(`The currency ${currency} is not known.`);
  return Number(decimalText(amount_cents, decimals));
}

/** Returns an integer divided by a power of ten as decimal text. */
export function decimalText(units: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
