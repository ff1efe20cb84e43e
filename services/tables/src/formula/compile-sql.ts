import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { parameterOf } from './closure.ts';
import type { Parameter, RowFactsSql, SqlScope, StrictFunction } from './function.ts';
import { joinedSql } from './list-sql.ts';
import { bound, cellSql, isErrorSql, isTrueSql, literalSql, numberSql, stringIn, textSql } from './sql-values.ts';
import type { Type, Typed } from './typed.ts';

/** What a compilation knows: the cells, the facts of the row, the time and the zone. */
export interface Compilation {
  readonly cellOf: (id: string) => FragmentSqlToken;
  readonly zone: string;
  readonly now: number;
  readonly row?: RowFactsSql;
}

/** Compiles a checked formula to one SQL expression that equals its closure, or null where there is none (`sql-values.ts`). */
export function sqlOf(typed: Typed, compilation: Compilation): FragmentSqlToken | null {
  switch (typed.kind) {
    case 'literal':
      return literalSql(typed.value);
    case 'column':
      return cellSql(compilation.cellOf(typed.id), typed.type);
    case 'call': {
      const parts: FragmentSqlToken[] = [];
      for (const part of typed.parts) {
        const compiled = sqlOf(part, compilation);
        if (compiled === null) return null;
        parts.push(compiled);
      }
      return 'compile' in typed.function
        ? typed.function.compile(parts, typed.parts)
        : strictSql(typed.function, parts, typed.parts, compilation);
    }
  }
}

/** An expression over parts that are worked out first; the first error among them is its value. */
export function unlessError(parts: readonly FragmentSqlToken[], typed: readonly Typed[], body: FragmentSqlToken): FragmentSqlToken {
  if (parts.length === 0) return body;
  const names = parts.map((_, index) => `a${index}`);
  const failing = names.filter((_, index) => mayFail(typed[index]!)).map((name) => sql.identifier([name]));
  const cases = failing.map((name) => sql.fragment`when ${isErrorSql(sql.fragment`${name}`)} then ${name}`);
  const guarded = cases.length === 0 ? body : sql.fragment`case ${sql.join(cases, sql.fragment` `)} else ${body} end`;
  return bound(Object.fromEntries(names.map((name, index) => [name, parts[index]!])), guarded);
}

/** Whether the value of a part can be an error. */
const mayFail = (typed: Typed): boolean =>
  typed.kind === 'call' || (typed.kind === 'column' && (typed.type.kind === 'number' || typed.type.kind === 'list'));

/** The names under which `unlessError` puts its parts. */
export const partNamed = (index: number): FragmentSqlToken => sql.fragment`${sql.identifier([`a${index}`])}`;

function strictSql(
  entry: StrictFunction,
  compiled: readonly FragmentSqlToken[],
  typed: readonly Typed[],
  { zone, now, row }: Compilation,
): FragmentSqlToken | null {
  if (!entry.sql) return null;
  const { parameters } = entry;
  const types = typed.map(({ type }) => type);
  const joins = (index: number) => types[index]!.kind === 'list' && parameterOf(parameters, index).takes === 'text';
  const parts = compiled.map((part, index) => (joins(index) ? joinedSql(part, ', ') : part));
  const given = typed.map((part, index) => {
    const parameter = parameterOf(parameters, index);
    if (parameter.takes === 'word' && part.kind === 'literal') return part.value as string;
    return givenSql(partNamed(index), joins(index) ? { kind: 'text' } : part.type, parameter);
  });
  const rest = parameters.at(-1)?.rest ? parameters.length - 1 : undefined;
  if (rest !== undefined) {
    const tail = given.splice(rest) as FragmentSqlToken[];
    const flat = parameters[rest]!.takes === 'numbers' || parameters[rest]!.takes === 'values';
    given.push((flat ? concatenated(tail) : tail) as never);
  }
  const scope: SqlScope = { zone, now, types, ...(row ? { row } : {}) };
  const body = entry.sql(given as never, scope);
  if (body === null) return null;
  const blank = typed.flatMap((_, index) =>
    parameterOf(parameters, index).takes === 'moment' ? [sql.fragment`${partNamed(index)} is null`] : [],
  );
  const guarded = blank.length === 0 ? body : sql.fragment`case when not (${sql.join(blank, sql.fragment` or `)}) then ${body} end`;
  return unlessError(
    parts,
    typed.map((part, index) => (joins(index) ? { ...part, kind: 'call' as const } : part) as Typed),
    guarded,
  );
}

const concatenated = (arrays: readonly FragmentSqlToken[]): FragmentSqlToken =>
  arrays.length === 0 ? sql.fragment`'[]'::jsonb` : sql.fragment`(${sql.join([...arrays], sql.fragment` || `)})`;

/** An argument as its parameter takes it. */
function givenSql(value: FragmentSqlToken, type: Type, { takes }: Parameter): FragmentSqlToken {
  switch (takes) {
    case 'number':
      return numberSql(value, type);
    case 'text':
      return textSql(value, type);
    case 'boolean':
      return isTrueSql(value, type);
    case 'moment':
      return stringIn(value);
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
