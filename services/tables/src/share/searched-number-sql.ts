import { containing, sql } from '@space/database';
import type { PageLocale } from '@space/web';
import type { FragmentSqlToken } from 'slonik';
import { jsonCellSql } from '../query/cell-sql.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { Column } from '../schema/schema.ts';
import { hasUnit, type SearchedNumber, withoutHiddenZeros } from './searched-number.ts';
import { formatOf, type ShownDecimals, shownDecimals } from './shown-number.ts';

/**
 * Returns a condition that a cell of the row `r` shows a number. A number without a unit is a part of the shown one. With a
 * unit it is the whole number, or its beginning after the unit. Undefined if the column shows another unit.
 */
export function numberCondition(
  { shared, ...own }: QueryContext,
  locale: PageLocale,
  column: Column,
  number: SearchedNumber,
): FragmentSqlToken | undefined {
  const format = formatOf(column);
  if (!hasUnit(locale, format, number.unit)) return undefined;
  const decimals = shownDecimals(format);
  const shown = shownNumberSql(jsonCellSql(own, column), format.type, decimals);
  const cell = shared ? shared.share(`shown ${column.id}`, shown) : shown;
  return matches(cell, number, decimals);
}

/** Returns a condition that an item of a list of a column, as jsonb, is a number that shows the searched one; undefined for another unit. */
export function itemNumberCondition(
  locale: PageLocale,
  column: Column,
  item: FragmentSqlToken,
  number: SearchedNumber,
): FragmentSqlToken | undefined {
  const format = formatOf(column);
  if (!hasUnit(locale, format, number.unit)) return undefined;
  const decimals = shownDecimals(format);
  const shown = shownNumberSql(item, format.type, decimals);
  return sql.fragment`case when jsonb_typeof(${item}) = 'number' then ${matches(shown, number, decimals)} else false end`;
}

/** Returns a condition that a shown number is the searched one, or contains it if that has no unit. */
function matches(shown: FragmentSqlToken, number: SearchedNumber, { least }: ShownDecimals): FragmentSqlToken {
  const digits = withoutHiddenZeros(number.digits, least);
  if (number.unit === '') return sql.fragment`${shown}::text like ${containing(digits)}::text`;
  const isWhole = sql.fragment`${shown} = ${digits}::numeric`;
  return number.isUnitFirst ? sql.fragment`(${isWhole} or ${shown}::text like ${`${digits}%`}::text)` : isWhole;
}

/** Returns a number, as jsonb, rounded as the page shows it. Of a fraction in binary the leading 15 digits count, as in `shownText`. */
function shownNumberSql(json: FragmentSqlToken, type: Column['type'], { least, most }: ShownDecimals): FragmentSqlToken {
  const number = sql.fragment`case when ${json}::numeric % 1 = 0 then ${json}::numeric else ${json}::float8::numeric end`;
  const value = type === 'percent' ? sql.fragment`round(${number} * 100, 12)` : sql.fragment`(${number})`;
  if (least === most) return sql.fragment`round(${value}, ${integer(most)})`;
  const rounded = sql.fragment`trim_scale(round(${value}, ${integer(most)}))`;
  return sql.fragment`(select round(n, greatest(scale(n), ${integer(least)})) from (select ${rounded} as n) as one)`;
}

const integer = (value: number) => sql.fragment`${sql.literalValue(String(value))}::integer`;
