import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { argumentNameSql, propagateErrorSql } from '../functions/arguments-sql.ts';
import {
  type CheckedNode,
  type Parameter,
  parameterOf,
  type RowFactsSql,
  type SqlScope,
  type StrictFunction,
} from '../functions/function.ts';
import { joinedSql } from '../sql/list-sql.ts';
import { bindOnce, cellSql, isTrueSql, jsonStringSql, literalSql, numberSql, textSql } from '../sql/value-sql.ts';
import type { Type } from '../values/type.ts';

/** The context of a compilation: SQL of the cells and of the row, the zone, and the time in milliseconds. */
export interface SqlCompilation {
  readonly cellOf: (id: string) => FragmentSqlToken;
  readonly zone: string;
  readonly now: number;
  readonly row?: RowFactsSql;
}

/** Compiles a checked formula to one SQL expression that equals its closure, or null when none does (`value-sql.ts`). */
export function compileSql(typed: CheckedNode, compilation: SqlCompilation): FragmentSqlToken | null {
  switch (typed.kind) {
    case 'literal':
      return literalSql(typed.value);
    case 'column':
      return cellSql(compilation.cellOf(typed.id), typed.type);
    case 'call': {
      const parts: FragmentSqlToken[] = [];
      for (const part of typed.parts) {
        const compiled = compileSql(part, compilation);
        if (compiled === null) return null;
        parts.push(compiled);
      }
      return 'compile' in typed.function
        ? typed.function.compile(parts, typed.parts)
        : strictSql(typed.function, parts, typed.parts, compilation);
    }
  }
}

function strictSql(
  entry: StrictFunction,
  compiled: readonly FragmentSqlToken[],
  typed: readonly CheckedNode[],
  { zone, now, row }: SqlCompilation,
): FragmentSqlToken | null {
  if (!entry.sql) return null;
  const { parameters } = entry;
  const types = typed.map(({ type }) => type);
  const joins = (index: number) => types[index]!.kind === 'list' && parameterOf(parameters, index).takes === 'text';
  const parts = compiled.map((part, index) => (joins(index) ? joinedSql(part, ', ') : part));
  const args = typed.map((part, index) => {
    const parameter = parameterOf(parameters, index);
    if (parameter.takes === 'word' && part.kind === 'literal') return part.value as string;
    return argumentSql(argumentNameSql(index), joins(index) ? { kind: 'text' } : part.type, parameter);
  });
  const rest = parameters.at(-1)?.rest ? parameters.length - 1 : undefined;
  if (rest !== undefined) {
    const tail = args.splice(rest) as FragmentSqlToken[];
    const flat = parameters[rest]!.takes === 'numbers' || parameters[rest]!.takes === 'values';
    args.push((flat ? concatenatedSql(tail) : tail) as never);
  }
  const scope: SqlScope = { zone, now, types, ...(row ? { row } : {}) };
  const body = entry.sql(args as never, scope);
  if (body === null) return null;
  const blank = typed.flatMap((_, index) =>
    parameterOf(parameters, index).takes === 'moment' ? [sql.fragment`${argumentNameSql(index)} is null`] : [],
  );
  const guarded = blank.length === 0 ? body : sql.fragment`case when not (${sql.join(blank, sql.fragment` or `)}) then ${body} end`;
  return propagateErrorSql(
    parts,
    typed.map((part, index) => (joins(index) ? { ...part, kind: 'call' as const } : part) as CheckedNode),
    guarded,
  );
}

const concatenatedSql = (arrays: readonly FragmentSqlToken[]): FragmentSqlToken =>
  arrays.length === 0 ? sql.fragment`'[]'::jsonb` : sql.fragment`(${sql.join([...arrays], sql.fragment` || `)})`;

/** Returns an argument in the form that its parameter takes. */
function argumentSql(value: FragmentSqlToken, type: Type, { takes }: Parameter): FragmentSqlToken {
  switch (takes) {
    case 'number':
      return numberSql(value, type);
    case 'text':
      return textSql(value, type);
    case 'boolean':
      return isTrueSql(value, type);
    case 'moment':
      return jsonStringSql(value);
    case 'numbers':
      if (type.kind === 'list') return sql.fragment`coalesce(${value}, '[]'::jsonb)`;
      return sql.fragment`(case when ${value} is null then '[]'::jsonb else jsonb_build_array(${numberSql(value, type)}) end)`;
    case 'values':
      if (type.kind === 'list') return sql.fragment`coalesce(${value}, '[null]'::jsonb)`;
      return sql.fragment`jsonb_build_array(${value})`;
    default:
      return value;
  }
}

/** Wraps a compiled formula so that it returns `{"v": value}` or `{"e": code}`. */
export function outcomeSql(value: FragmentSqlToken): FragmentSqlToken {
  const outcome = sql.fragment`case when jsonb_typeof(outcome) = 'object' then outcome else jsonb_build_object('v', outcome) end`;
  return bindOnce({ outcome: value }, outcome);
}
