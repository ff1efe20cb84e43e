import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import {
  booleanResult,
  decimalSql,
  errorSql,
  isTrueSql,
  jsonStringSql,
  limitedTextResult,
  numberResult,
  numberSql,
  textSql,
} from '../sql/value-sql.ts';
import type { Kind, Type } from '../values/type.ts';
import { argumentNameSql, propagateErrorSql } from './arguments-sql.ts';
import type { CheckedNode } from './function.ts';

/** Returns the sum of numbers. */
export const addSql = ([numbers]: readonly [readonly Sql[]]): Sql =>
  numberResult(sql.fragment`(${sql.join([...numbers], sql.fragment` + `)})`);

/** Returns the difference of two numbers. */
export const subtractSql = ([a, b]: readonly [Sql, Sql]): Sql => numberResult(sql.fragment`${a} - ${b}`);

/** Returns the product of two numbers. */
export const multiplySql = ([a, b]: readonly [Sql, Sql]): Sql => numberResult(sql.fragment`${a} * ${b}`);

/** Returns the quotient of two numbers, an error for a divisor of zero. */
export const divideSql = ([a, b]: readonly [Sql, Sql]): Sql =>
  sql.fragment`case when ${b} = 0 then ${errorSql('div_by_zero')} else ${numberResult(sql.fragment`${a} / ${b}`)} end`;

/** Returns the remainder with the sign of the divisor, an error for a divisor of zero. */
export function remainderSql([value, divisor]: readonly [Sql, Sql]): Sql {
  const [a, b] = [decimalSql(value), decimalSql(divisor)];
  const remainder = numberResult(
    sql.fragment`(case when mod(${a}, ${b}) <> 0 and (mod(${a}, ${b}) < 0) <> (${b} < 0) then mod(${a}, ${b}) + ${b} else mod(${a}, ${b}) end)::float8`,
  );
  return sql.fragment`case when ${divisor} = 0 then ${errorSql('div_by_zero')} else ${remainder} end`;
}

/** Returns a number with the other sign. */
export const negateSql = ([a]: readonly [Sql]): Sql => numberResult(sql.fragment`-${a}`);

/** Returns a number unchanged. */
export const positiveSql = ([a]: readonly [Sql]): Sql => numberResult(a);

/** Returns texts joined, or an error when the result is too long. */
export const joinSql = ([texts]: readonly [readonly Sql[]]): Sql =>
  limitedTextResult(sql.fragment`(${sql.join([...texts], sql.fragment` || `)})`);

const symbols = new Map([
  ['=', sql.fragment`=`],
  ['!=', sql.fragment`<>`],
  ['<>', sql.fragment`<>`],
  ['<', sql.fragment`<`],
  ['<=', sql.fragment`<=`],
  ['>', sql.fragment`>`],
  ['>=', sql.fragment`>=`],
]);

/** Returns the comparison of two sides as values of `kind`; `blank` asks if both sides are blank. */
export function compareSql(operator: string, kind: Kind, parts: readonly Sql[], nodes: readonly CheckedNode[]): Sql {
  const [a, b] = [argumentNameSql(0), argumentNameSql(1)];
  const symbol = symbols.get(operator)!;
  const compareAs = (value: (part: Sql, type: Type) => Sql) =>
    sql.fragment`${value(a, nodes[0]!.type)} ${symbol} ${value(b, nodes[1]!.type)}`;
  const textIn = (part: Sql, type: Type) => sql.fragment`(${textSql(part, type)}) collate "C"`;
  return propagateErrorSql(parts, nodes, booleanResult(sql.fragment`(${comparison()})`));

  function comparison(): Sql {
    if (kind === 'blank')
      return operator === '=' ? sql.fragment`(${a} is null and ${b} is null)` : sql.fragment`not (${a} is null and ${b} is null)`;
    if (kind === 'number') return compareAs(numberSql);
    if (kind === 'boolean') return compareAs(isTrueSql);
    if (kind === 'text') return compareAs(textIn);
    if (operator === '=') return sql.fragment`${a} is not distinct from ${b}`;
    if (operator === '!=' || operator === '<>') return sql.fragment`${a} is distinct from ${b}`;
    return sql.fragment`coalesce(${jsonStringSql(a)} collate "C" ${symbol} ${jsonStringSql(b)}, false)`;
  }
}
