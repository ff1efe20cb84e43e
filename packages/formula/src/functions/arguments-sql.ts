import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { bindOnce, isErrorSql } from '../sql/value-sql.ts';
import type { CheckedNode } from './function.ts';

/** Binds arguments to the names a0, a1, … and returns `body` over them, or the first error among them. */
export function propagateErrorSql(
  parts: readonly FragmentSqlToken[],
  nodes: readonly CheckedNode[],
  body: FragmentSqlToken,
): FragmentSqlToken {
  if (parts.length === 0) return body;
  const names = parts.map((_, index) => `a${index}`);
  const failing = names.filter((_, index) => canFail(nodes[index]!)).map((name) => sql.identifier([name]));
  const cases = failing.map((name) => sql.fragment`when ${isErrorSql(sql.fragment`${name}`)} then ${name}`);
  const guarded = cases.length === 0 ? body : sql.fragment`case ${sql.join(cases, sql.fragment` `)} else ${body} end`;
  return bindOnce(Object.fromEntries(names.map((name, index) => [name, parts[index]!])), guarded);
}

/** Returns true if the value of a node can be an error. */
const canFail = (node: CheckedNode): boolean =>
  node.kind === 'call' || (node.kind === 'column' && (node.type.kind === 'number' || node.type.kind === 'list'));

/** Returns the name to which `propagateErrorSql` binds an argument. */
export const argumentNameSql = (index: number): FragmentSqlToken => sql.fragment`${sql.identifier([`a${index}`])}`;
