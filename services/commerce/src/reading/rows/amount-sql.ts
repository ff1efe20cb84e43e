import { currencyDecimals } from '@space/contracts/commerce';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** The codes of currencies by their number of decimals, the most frequent number first. */
const codesByDecimals = [2, 0, 3].map((decimals) => ({
  decimals,
  codes: [...currencyDecimals].filter(([, own]) => own === decimals).map(([code]) => code),
}));

/** Builds the value of the smallest unit of a currency, in units of it: 0.01 for EUR and 1 for JPY. It is null for an unknown currency. */
export const smallestUnit = (currency: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case ${sql.join(
    codesByDecimals.map(
      ({ decimals, codes }) =>
        sql.fragment`when ${currency} = any(${sql.literalValue(`{${codes.join()}}`)}::text[]) then ${sql.literalValue((10 ** -decimals).toFixed(decimals))}::numeric`,
    ),
    sql.fragment` `,
  )} end`;

/** Builds an amount in units of its currency from its smallest units and the value of one of them. The arithmetic is exact. */
export const amountInUnits = (cents: FragmentSqlToken, unit: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`trim_scale(${cents} * ${unit})`;

/** Builds an amount in units of its currency from its smallest units, as `amountOf` returns it. It is null for an unknown currency. */
export const amountSql = (cents: FragmentSqlToken, currency: FragmentSqlToken): FragmentSqlToken =>
  amountInUnits(cents, smallestUnit(currency));

/** A row with amounts: its alias, and the value of a smallest unit of its currency. */
interface AmountRow {
  readonly alias: string;
  readonly unit: FragmentSqlToken;
}

/** Builds the two columns of an amount: a column with the name `amount` has no prefix, as in `money` of the contract. */
export function amountColumns({ alias, unit }: AmountRow, names: readonly string[]): FragmentSqlToken {
  const columns = names.map((name) => {
    const cents = sql.fragment`${sql.identifier([alias, name])}`;
    const field = name === 'amount' ? name : `${name}_amount`;
    return sql.fragment`${amountInUnits(cents, unit)} as ${sql.identifier([field])}, ${cents} as ${sql.identifier([`${field}_cents`])}`;
  });
  return sql.fragment`${sql.join(columns, sql.fragment`, `)}`;
}
