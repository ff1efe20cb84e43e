import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import { numbersSql } from '../sql/list-sql.ts';
import { bindOnce, decimalSql, errorSql, numberResult } from '../sql/value-sql.ts';

/** Returns an aggregate of the numbers of a jsonb array; null, which is blank, when the array has no numbers. */
const aggregate = (list: Sql, expression: Sql): Sql => numberResult(sql.fragment`(select ${expression} from ${numbersSql(list)})`);

/** Returns the sum of numbers. */
export const sumSql = ([numbers]: readonly [Sql]): Sql => aggregate(numbers, sql.fragment`coalesce(sum(num order by place), 0)`);

/** Returns the mean of numbers. */
export const averageSql = ([numbers]: readonly [Sql]): Sql => aggregate(numbers, sql.fragment`sum(num order by place) / count(*)`);

/** Returns the smallest of numbers. */
export const minimumSql = ([numbers]: readonly [Sql]): Sql => aggregate(numbers, sql.fragment`min(num)`);

/** Returns the largest of numbers. */
export const maximumSql = ([numbers]: readonly [Sql]): Sql => aggregate(numbers, sql.fragment`max(num)`);

/** Shifts a number by its decimals, makes it whole with `cut`, and shifts it back. */
function roundedSql(value: Sql, decimals: Sql | undefined, cut: Sql): Sql {
  const places = decimals ? sql.fragment`greatest(-20, least(20, trunc(${decimals})))::int` : sql.fragment`0`;
  return bindOnce(
    { dec: decimalSql(value), places },
    sql.fragment`${bindOnce(
      { size: sql.fragment`abs(dec) * ('1e' || places)::numeric`, back: sql.fragment`sign(dec) * ('1e' || -places)::numeric` },
      numberResult(sql.fragment`(${cut} * back)::float8`),
    )}`,
  );
}

/** Rounds to the nearest, halves away from zero. */
export const roundSql = ([value, decimals]: readonly [Sql, Sql | undefined]): Sql =>
  roundedSql(value, decimals, sql.fragment`floor(size + 0.5)`);

/** Rounds away from zero. */
export const roundUpSql = ([value, decimals]: readonly [Sql, Sql | undefined]): Sql =>
  roundedSql(value, decimals, sql.fragment`ceil(size)`);

/** Rounds towards zero. */
export const roundDownSql = ([value, decimals]: readonly [Sql, Sql | undefined]): Sql =>
  roundedSql(value, decimals, sql.fragment`floor(size)`);

function multipleSql(value: Sql, significance: Sql | undefined, up: boolean): Sql {
  const step = significance ? sql.fragment`abs(${significance})` : sql.fragment`1::float8`;
  const rest = sql.fragment`(case when mod(dec, step) < 0 then mod(dec, step) + step else mod(dec, step) end)`;
  const multiple = up ? sql.fragment`case when rest = 0 then dec else dec - rest + step end` : sql.fragment`dec - rest`;
  return bindOnce(
    { dec: decimalSql(value), step: decimalSql(step) },
    sql.fragment`case when step = 0 then ${errorSql('div_by_zero')} else ${bindOnce({ rest }, numberResult(sql.fragment`(${multiple})::float8`))} end`,
  );
}

/** Returns the nearest multiple of a step at or above a number. */
export const ceilingSql = ([value, significance]: readonly [Sql, Sql | undefined]): Sql => multipleSql(value, significance, true);

/** Returns the nearest multiple of a step at or below a number. */
export const floorSql = ([value, significance]: readonly [Sql, Sql | undefined]): Sql => multipleSql(value, significance, false);

/** Returns the largest whole number at or below a number. */
export const integerSql = ([value]: readonly [Sql]): Sql => numberResult(sql.fragment`floor(${value})`);

/** Returns a number without its sign. */
export const absoluteSql = ([value]: readonly [Sql]): Sql => numberResult(sql.fragment`abs(${value})`);

/** Returns the square root, an error for a negative number. */
export const squareRootSql = ([value]: readonly [Sql]): Sql =>
  sql.fragment`case when ${value} < 0 then ${errorSql('not_a_number')} else ${numberResult(sql.fragment`sqrt(${value})`)} end`;

/** Returns the number that a text says, blank for a blank text, an error for any other text. */
export const valueSql = ([text]: readonly [Sql]): Sql =>
  bindOnce(
    { said: sql.fragment`btrim(${text}, ${' \t\r\n'})` },
    sql.fragment`case when said = '' then null::jsonb
      when said !~ '^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then ${errorSql('not_a_number')}
      when abs(said::numeric) > 1e151 then ${errorSql('out_of_range')}
      when abs(said::numeric) < 1e-151 then '0'::jsonb
      else ${numberResult(sql.fragment`said::numeric::float8`)} end`,
  );
