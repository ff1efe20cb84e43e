import { sql } from '@space/database';
import type { FragmentSqlToken as Sql } from 'slonik';
import { bindOnce, booleanResult, errorSql, isErrorSql, isTrueSql } from '../sql/value-sql.ts';
import type { CheckedNode } from './function.ts';

const a0 = sql.fragment`a0`;
const blank = sql.fragment`null::jsonb`;

/** A SWITCH with more pairs has no SQL, since each pair is a subquery inside the one before. */
const MAX_SWITCH_PAIRS = 20;

/** Returns the branch that the condition selects. */
export const ifSql = ([condition, then, otherwise = blank]: readonly Sql[], [node]: readonly CheckedNode[]): Sql =>
  bindOnce(
    { a0: condition! },
    sql.fragment`case when ${isErrorSql(a0)} then ${a0} when ${isTrueSql(a0, node!.type)} then ${then!} else ${otherwise} end`,
  );

/** Returns the result of the first pattern that equals the value; null (no SQL) for too many pairs. */
export function switchSql([value, ...rest]: readonly Sql[]): Sql | null {
  const pairs = Math.floor(rest.length / 2);
  if (pairs > MAX_SWITCH_PAIRS) return null;
  let result: Sql = rest.length % 2 === 1 ? rest.at(-1)! : blank;
  // A pattern is evaluated only if no earlier one matched, so its error counts only then.
  for (let pair = pairs - 1; pair >= 0; pair--)
    result = bindOnce(
      { wanted: sql.fragment`wanted`, pattern: rest[2 * pair]! },
      sql.fragment`case when ${isErrorSql(sql.fragment`pattern`)} then pattern
        when pattern is not distinct from wanted then ${rest[2 * pair + 1]!} else ${result} end`,
    );
  return bindOnce({ wanted: value! }, sql.fragment`case when ${isErrorSql(sql.fragment`wanted`)} then wanted else ${result} end`);
}

/** Is true for a value that only the evaluator can compute: it is no error that a formula can handle. */
const isLeftToEvaluator = sql.fragment`${a0} is not distinct from ${errorSql('not_in_sql')}`;

/** Returns the value, or the alternative when the value is an error. */
export const ifErrorSql = ([value, otherwise]: readonly Sql[]): Sql =>
  bindOnce({ a0: value! }, sql.fragment`case when ${isErrorSql(a0)} and not ${isLeftToEvaluator} then ${otherwise!} else ${a0} end`);

/** Returns whether the value is an error. */
export const isErrorFunctionSql = ([value]: readonly Sql[]): Sql =>
  bindOnce({ a0: value! }, sql.fragment`case when ${isLeftToEvaluator} then ${a0} else ${booleanResult(isErrorSql(a0))} end`);

/** Returns whether all conditions hold. */
export const andSql = ([all]: readonly [readonly Sql[]]): Sql => booleanResult(sql.fragment`(${sql.join([...all], sql.fragment` and `)})`);

/** Returns whether some condition holds. */
export const orSql = ([all]: readonly [readonly Sql[]]): Sql => booleanResult(sql.fragment`(${sql.join([...all], sql.fragment` or `)})`);

/** Returns whether an odd number of conditions hold. */
export function xorSql([all]: readonly [readonly Sql[]]): Sql {
  const digits = all.map((each) => sql.fragment`(${each})::int`);
  return booleanResult(sql.fragment`((${sql.join(digits, sql.fragment` + `)}) % 2 = 1)`);
}

/** Returns the opposite of a condition. */
export const notSql = ([condition]: readonly [Sql]): Sql => booleanResult(sql.fragment`(not ${condition})`);

/** Returns the value that stands for blank. */
export const blankSql = (): Sql => blank;

/** Returns whether a value is blank. */
export const isBlankSql = ([value]: readonly [Sql]): Sql => booleanResult(sql.fragment`(${value} is null)`);

/** Returns an error with the author's message. */
export const authorErrorSql = ([message]: readonly [Sql | undefined]): Sql =>
  message ? sql.fragment`jsonb_strip_nulls(jsonb_build_object('e', 'error', 'm', nullif(left(${message}, 250), '')))` : errorSql('error');
