import { describe, expect, test } from '@jest/globals';
import { amountOf, currencyDecimals } from './currency.ts';

/*
 * The lists of docs.stripe.com/currencies, as of September 2026. The three-decimal currencies stand on the same page for accounts that
 * have them.
 */
const presentment =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'.split(
    ' ',
  );
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** Currencies without decimals that Stripe writes with two of them, which are always 00. */
const writtenWithTwo = ['ISK', 'UGX'];

/** Returns the number of decimals with which Stripe writes amounts of a currency. */
const decimalsAtStripe = (code: string): number => {
  if (writtenWithTwo.includes(code)) return 2;
  return zeroDecimal.includes(code) ? 0 : threeDecimal.includes(code) ? 3 : 2;
};

test.each([...presentment, ...threeDecimal])('%s has the decimals with which Stripe writes it', (code) => {
  expect(currencyDecimals.get(code)).toBe(decimalsAtStripe(code));
});

test('no other currency has none or three decimals', () => {
  const withOther = [...currencyDecimals].filter(([, decimals]) => decimals !== 2).map(([code]) => code);
  expect(withOther.toSorted()).toEqual([...zeroDecimal, ...threeDecimal].filter((code) => code !== 'UGX').toSorted());
});

describe('an amount in units', () => {
  test.each([
    ['JPY', 1_234, '1234'],
    ['MGA', 1_234, '1234'],
    ['KWD', 5_120, '5.12'],
    ['KWD', 1, '0.001'],
    ['HUF', 1_045, '10.45'],
    ['TWD', 80_045, '800.45'],
    ['ISK', 500, '5'],
    ['UGX', 500, '5'],
    ['EUR', -1, '-0.01'],
    ['EUR', 0, '0'],
    ['USD', 999_999_999_999, '9999999999.99'],
    ['KWD', 90_000_000_000_001, '90000000000.001'],
  ])('of %s %d is %s', (code, cents, text) => {
    expect(String(amountOf(cents, code))).toBe(text);
  });

  test('of an unknown currency is an error', () => {
    expect(() => amountOf(1, 'XYZ')).toThrow('XYZ is not known');
  });
});
