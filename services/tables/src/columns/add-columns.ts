import { type InputOf, invalidFields, Problem } from '@space/contracts/core';
import { type columns, MAX_COLUMNS_PER_TABLE, readOnlyTypes } from '@space/contracts/tables';
import { newId } from '@space/database';
import { checkColumn } from '../cells/check-column.ts';
import { valueTypeOf } from '../cells/value-type.ts';
import { checkComputed } from '../compute/check-computed.ts';
import { insertDependencies } from '../compute/dependencies.queries.ts';
import { assertNoCycle, lockTablesOfColumns } from '../compute/dependencies.ts';
import { startRecompute } from '../compute/recompute.ts';
import { assertDefinitionSize } from '../schema/definition-size.queries.ts';
import { isComputed } from '../schema/lookups.ts';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import { type Column, type Schema, withColumns } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';
import { createColumnIndexes, startAutonumber } from './column-indexes.queries.ts';
import { allocateCids, insertColumns, type NewColumn } from './columns.queries.ts';
import { createReferenceTargets, nextPosition } from './reference-target.ts';

/** A new column as the caller describes it. */
export type ColumnInput = Omit<InputOf<(typeof columns)['operations']['create']>, 'table_id'>;

/** A new column and its path in the request, for errors. The path is empty or ends with a dot. */
export interface PlacedInput {
  readonly input: ColumnInput;
  readonly at: string;
}

/**
 * Adds columns after the existing ones, in the given order, with inverse columns in other tables, indexes, autonumbers
 * and computed cells. A computed column may read all stored columns and the computed columns before it. Returns the
 * ids.
 */
export async function addColumns(context: ColumnChangeContext, schema: Schema, given: readonly PlacedInput[]): Promise<readonly string[]> {
  if (given.length === 0) return [];
  const { tx } = context;
  assertRoom(schema, given);
  const checked = given.map(({ input }) => checkColumn(input));
  const errors = checked.flatMap((checkedColumn, index) =>
    checkedColumn.errors.map((error) => ({ ...error, path: `${given[index]!.at}${error.path}` })),
  );
  if (errors.length > 0) throw invalidFields(errors);
  const cids = await allocateCids(tx, schema.space_id, schema.table_id, given.length);
  const referenceTargets = createReferenceTargets(
    context,
    schema,
    given.map(({ input }) => input.key),
  );
  const all: Column[] = [];
  for (const [index, { input, at }] of given.entries()) {
    const { options, config, default_value, reference_target } = checked[index]!;
    const column: NewColumn = {
      id: newId('col'),
      table_id: schema.table_id,
      cid: cids[index]!,
      key: input.key,
      label: input.label,
      type: input.type,
      options,
      reference: null,
      config,
      required: (input.required ?? false) && !readOnlyTypes.has(input.type),
      default_value,
      icon: input.icon ?? null,
      position: nextPosition(schema) + index,
      value_type: valueTypeOf(input.type),
    };
    const reference = reference_target && (await referenceTargets.pointTo(column, reference_target, at));
    all.push(toColumn({ ...column, reference }, tx.now));
  }
  const plain = all.filter((column) => !isComputed(column));
  await insertColumns(tx, schema.space_id, [...plain, ...(await referenceTargets.inverseColumns())], tx.now);
  await bumpSchemaVersion(tx, schema.space_id, schema.table_id, tx.now);
  for (const column of plain) if (column.type === 'autonumber') await startAutonumber(tx, schema.row_table, column);
  await createColumnIndexes(tx, { row_table: schema.row_table, columns: plain });
  await addComputed(context, withAddedColumns(schema, plain), all.filter(isComputed));
  await assertDefinitionSize(tx, schema.space_id, schema.table_id);
  return all.map(({ id }) => id);
}

/** Adds computed columns one by one, then computes their cells together. */
async function addComputed({ tx, schemas }: ColumnChangeContext, schema: Schema, added: readonly Column[]): Promise<void> {
  if (added.length === 0) return;
  const { space_id } = schema;
  const touched: string[] = [];
  let table = schema;
  for (const { config: field_config, ...column } of added) {
    const { config, value_type, reads } = await checkComputed(
      tx,
      { space_id, table, column_id: column.id, type: column.type as 'formula', field_config },
      (space, id) => schemas.read(tx, space, id),
    );
    const computedColumn: Column = { ...column, config, value_type };
    await insertColumns(tx, space_id, [computedColumn], tx.now);
    await assertNoCycle(tx, space_id, computedColumn.id, reads);
    await insertDependencies(tx, space_id, computedColumn.id, reads);
    touched.push(computedColumn.id, ...reads);
    table = withAddedColumns(table, [computedColumn]);
  }
  await lockTablesOfColumns(tx, space_id, touched);
  await startRecompute(
    tx,
    schema,
    added.map(({ id }) => id),
  );
}

function assertRoom({ plural_label, byKey, columns: existing }: Schema, given: readonly PlacedInput[]): void {
  const keys = new Set<string>();
  for (const { key } of given.map(({ input }) => input)) {
    if (keys.has(key)) throw new Problem('duplicate', `Two of the columns have the key ${key}; give each column another key.`);
    keys.add(key);
    const known = byKey.get(key);
    if (known)
      throw new Problem('duplicate', `The table ${plural_label} has a column ${key} already; choose another key.`, {
        existing_id: known.id,
      });
  }
  if (existing.length + given.length > MAX_COLUMNS_PER_TABLE)
    throw new Problem('limit_reached', `A table can have ${MAX_COLUMNS_PER_TABLE} columns; delete one first.`);
}

const toColumn = (column: NewColumn, now: string): Column => ({
  ...column,
  status: 'ok',
  error: null,
  version: 1,
  created_at: Date.parse(now),
  updated_at: Date.parse(now),
});

/** Returns the schema with columns that this transaction added. */
const withAddedColumns = (schema: Schema, added: readonly Column[]): Schema =>
  withColumns(
    schema,
    [...schema.columns, ...added].toSorted((a, b) => a.position - b.position),
  );
