import { type FieldError, invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import type { Filter } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { filterSql } from '../query/filter-sql.ts';
import { createQueryContext } from '../query/query-context.ts';
import { filterColumnKeys, renameFilterColumns } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import type { CheckedComputed, ComputedInput, ReadSchema } from './computed-column.ts';
import { lookupType, type RollupFunction, rollupType } from './rollup-function.ts';

/** The config of a lookup, rollup or count as sent; its shape is checked already. */
interface WireConfig {
  readonly reference_column?: string;
  readonly table_id?: string;
  readonly match?: readonly { readonly target_column: string; readonly equals_column: string }[];
  readonly target_column?: string;
  readonly function?: RollupFunction;
  readonly separator?: string;
  readonly filter?: readonly Filter[];
}

/** Checks the config of a lookup, rollup or count: the path to the other rows, the target column and the filter. */
export async function checkLookup(tx: CommonQueryMethods, input: ComputedInput, readSchema: ReadSchema): Promise<CheckedComputed> {
  const config = input.field_config as WireConfig;
  const errors: FieldError[] = [];
  const at = (path: string, code: string, message: string): undefined => void errors.push({ path: `field_config.${path}`, code, message });
  const pick = (schema: Schema, key: string, path: string): Column | undefined => {
    const column = schema.byKey.get(key);
    if (!column) return void errors.push(unknownColumnError(`field_config.${path}`, key, schema.byKey.keys()));
    if (compiledFormulasOf(schema).volatile.has(column.id))
      return at(
        path,
        'volatile',
        `cannot be ${key}, which depends on the current time and is never stored; read the columns that it is computed from instead`,
      );
    return column;
  };
  const { table } = input;
  const resolved = await resolveLookedUpTable(config, { table, space: input.space_id, at, pick, readSchema });
  if (!resolved) throw invalidFields(errors);
  const { other, reads } = resolved;
  const target = config.target_column === undefined ? undefined : pick(other, config.target_column, 'target_column');
  if (target?.reference?.is_inverse)
    at(
      'target_column',
      'wrong_type',
      `cannot be ${target.key}, whose links are stored in the other table; add a lookup there and read that`,
    );
  const pairs = (config.match ?? []).map(({ target_column, equals_column }, index) => {
    const theirs = pick(other, target_column, `match.${index}.target_column`);
    const own = pick(table, equals_column, `match.${index}.equals_column`);
    if (theirs && own && comparisonType(theirs) !== comparisonType(own))
      at(`match.${index}`, 'wrong_type', `compares ${theirs.key} with ${own.key}, which are of different types and never equal`);
    for (const column of [theirs, own])
      if (column?.reference?.is_inverse)
        at(
          `match.${index}`,
          'wrong_type',
          `cannot compare ${column.key}, whose links are stored in the other table; use reference_column to follow it`,
        );
    return { theirs, own };
  });
  const filter = config.filter ?? [];
  await checkFilter(tx, other, filter, at, errors);
  const type = typeOf(input, config, target ?? null);
  if (typeof type === 'string') at('function', 'wrong_type', type);
  if (errors.length > 0 || typeof type === 'string') throw invalidFields(errors);
  const idOf = (key: string) => other.byKey.get(key)?.id ?? key;
  return {
    config: {
      ...input.field_config,
      ...(resolved.reference ? { reference_column: resolved.reference.id } : {}),
      ...(target ? { target_column: target.id } : {}),
      ...(config.match ? { match: pairs.map(({ theirs, own }) => ({ target_column: theirs!.id, equals_column: own!.id })) } : {}),
      ...(config.filter ? { filter: renameFilterColumns(filter, idOf) } : {}),
      ...(type.element_type ? { element_type: type.element_type } : {}),
    },
    value_type: type.value_type,
    reads: [
      ...new Set([
        ...reads,
        ...(target ? [target.id] : []),
        ...pairs.flatMap(({ theirs, own }) => [theirs!.id, own!.id]),
        ...filterColumnKeys(filter).flatMap((key) => other.byKey.get(key)?.id ?? []),
      ]),
    ],
  };
}

/** Returns the type that two columns must share for their cells to be equal. */
const comparisonType = ({ type, value_type }: Column): string =>
  ['reference', 'contact', 'multi_select', 'attachment'].includes(type) ? type : value_type;

const typeOf = ({ type }: ComputedInput, { function: name }: WireConfig, target: Column | null) => {
  if (type === 'count') return { value_type: 'number' as const, element_type: undefined };
  if (type === 'lookup') return target ? lookupType(target) : { value_type: 'list' as const, element_type: undefined };
  const fits = rollupType(name!, target);
  return typeof fits === 'string' ? fits : { value_type: fits.value_type, element_type: fits.element_type };
};

interface PathContext {
  readonly table: Schema;
  readonly space: string;
  readonly at: (path: string, code: string, message: string) => undefined;
  readonly pick: (schema: Schema, key: string, path: string) => Column | undefined;
  readonly readSchema: ReadSchema;
}

/** Resolves the table to read and the path to it: through a reference, or by equal cells. */
async function resolveLookedUpTable(
  { reference_column, table_id, match }: WireConfig,
  { table, space, at, pick, readSchema }: PathContext,
): Promise<{ other: Schema; reference?: Column; reads: string[] } | undefined> {
  if (reference_column !== undefined) {
    if (table_id !== undefined || match !== undefined)
      return at('reference_column', 'ambiguous', 'cannot be given together with table_id and match; give one or the other');
    const reference = pick(table, reference_column, 'reference_column');
    if (!reference) return undefined;
    if (!reference.reference)
      return at('reference_column', 'wrong_type', `must be a reference column, and ${reference.key} is of type ${reference.type}`);
    const { is_inverse, symmetric_column_id } = reference.reference;
    const other =
      reference.reference.table_id === table.table_id ? table : await findSchema(readSchema, space, reference.reference.table_id);
    if (!other) return at('reference_column', 'deleted', 'points to a table that was deleted');
    return { other, reference, reads: [reference.id, ...(is_inverse && symmetric_column_id !== null ? [symmetric_column_id] : [])] };
  }
  if (table_id === undefined || match === undefined)
    return at(
      table_id === undefined && match === undefined ? 'reference_column' : table_id === undefined ? 'table_id' : 'match',
      'required',
      'is missing: give reference_column, or table_id and match',
    );
  const other = table_id === table.table_id ? table : await findSchema(readSchema, space, table_id);
  if (!other) throw unresolvedReferences([{ path: 'field_config.table_id', noun: 'table', id: table_id }]);
  return { other, reads: [] };
}

async function findSchema(readSchema: ReadSchema, space: string, table: string): Promise<Schema | undefined> {
  try {
    return await readSchema(space, table);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Checks a filter for a computed column, which must not depend on the time or on cells that are not stored. */
async function checkFilter(
  tx: CommonQueryMethods,
  other: Schema,
  filter: readonly Filter[],
  at: PathContext['at'],
  errors: FieldError[],
): Promise<void> {
  const context = await createQueryContext(tx, other, 0);
  filterSql(context, filter, 'field_config.filter');
  errors.push(...context.errors);
  if (JSON.stringify(filter).includes('"op":"within"'))
    at('filter', 'volatile', 'cannot use a time span relative to now, because cells are stored; compare with gte and lt');
  for (const key of filterColumnKeys(filter)) {
    const column = other.byKey.get(key);
    if (column?.reference?.is_inverse) at('filter', 'wrong_type', `cannot use ${key}, whose links are stored in the other table`);
    if (column && compiledFormulasOf(other).volatile.has(column.id))
      at('filter', 'volatile', `cannot use ${key}, which depends on the current time`);
    if (!column && key === 'updated_at') at('filter', 'volatile', 'cannot use updated_at; add a column of type updated_at and use that');
  }
}
