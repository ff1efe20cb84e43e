import type { InputOf } from '@space/contracts';
import { type columns, invalidFields, MAX_COLUMNS_PER_TABLE, notFound, Problem, readOnlyTypes } from '@space/contracts';
import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { checkColumn } from '../cells/check-column.ts';
import { valueTypeOf } from '../cells/value-type.ts';
import { checkComputed } from '../compute/check-computed.ts';
import { mustHaveNoCycle, saveDependencies } from '../compute/dependencies.ts';
import { startRecompute } from '../compute/recompute.ts';
import type { Reference, Schema } from '../schema.ts';
import type { Schemas } from '../schemas.ts';
import { bumpSchema } from '../tables/tables.queries.ts';
import { ensureColumnIndexes, startAutonumber } from './column-indexes.ts';
import { insertColumn, type NewColumn, nextCid } from './columns.queries.ts';

/** What a caller says of a new column. */
export type ColumnInput = Omit<InputOf<(typeof columns)['operations']['create']>, 'table_id'>;

/** Types that are worked out from other cells and checked by the engine that does it. */
export const computedTypes: ReadonlySet<string> = new Set(['formula', 'lookup', 'rollup', 'count']);

/** Where a change of columns happens: the caller holds the lock of schema changes and is alone on every table it names. */
export interface Changing {
  readonly tx: CommonQueryMethods & { readonly now: string };
  readonly schemas: Schemas;
}

/**
 * Adds a column to a table, with everything it brings along: the mirror in the other table, indexes, numbers, values
 * that are worked out. Answers its id. `at` is the path of the input in the request, for faults.
 */
export async function addColumn({ tx, schemas }: Changing, schema: Schema, input: ColumnInput, at = ''): Promise<string> {
  if (schema.byKey.has(input.key))
    throw new Problem('duplicate', `The table ${schema.plural_label} has a column ${input.key} already; choose another key.`, {
      existing_id: schema.byKey.get(input.key)!.id,
    });
  if (schema.columns.length >= MAX_COLUMNS_PER_TABLE)
    throw new Problem('limit_reached', `A table can have ${MAX_COLUMNS_PER_TABLE} columns; delete one first.`);
  const checked = checkColumn(input);
  if (checked.faults.length > 0) throw invalidFields(checked.faults.map((fault) => ({ ...fault, path: `${at}${fault.path}` })));
  const id = newId('col');
  const computed = computedTypes.has(input.type)
    ? await checkComputed(
        tx,
        { space_id: schema.space_id, table: schema, column_id: id, type: input.type as 'formula', field_config: checked.config },
        (space, table) => schemas.read(tx, space, table),
      )
    : undefined;
  const column: NewColumn = {
    id,
    table_id: schema.table_id,
    key: input.key,
    label: input.label,
    type: input.type,
    options: checked.options,
    reference: null,
    config: computed?.config ?? checked.config,
    required: (input.required ?? false) && !readOnlyTypes.has(input.type),
    default_value: checked.default_value,
    icon: input.icon ?? null,
    value_type: computed?.value_type ?? valueTypeOf(input.type),
  };
  const reference = input.type === 'reference' ? await pointTo({ tx, schemas }, schema, column, checked.reference_target!, at) : null;
  const cid = await nextCid(tx, schema.space_id, schema.table_id);
  await insertColumn(tx, schema.space_id, { ...column, reference, cid }, tx.now);
  await bumpSchema(tx, schema.space_id, schema.table_id, tx.now);
  if (input.type === 'autonumber') await startAutonumber(tx, schema.heap, { cid, config: column.config });
  if (computed) {
    await mustHaveNoCycle(tx, schema.space_id, id, computed.reads);
    await saveDependencies(tx, schema.space_id, id, computed.reads);
    await startRecompute(tx, schema, [id]);
  } else await ensureColumnIndexes(tx, await schemas.read(tx, schema.space_id, schema.table_id));
  return id;
}

/** Resolves where a reference points, and makes its mirror in the other table when one is asked for. */
async function pointTo(
  { tx, schemas }: Changing,
  schema: Schema,
  column: NewColumn,
  target: { table_id: string; cardinality: 'one' | 'many'; symmetric_key?: string | undefined; symmetric_label?: string | undefined },
  at: string,
): Promise<Reference> {
  const reference = { table_id: target.table_id, cardinality: target.cardinality, symmetric_column_id: null, mirror: false };
  const other = await targetOf({ tx, schemas }, schema.space_id, target.table_id, at);
  if (target.symmetric_key === undefined) return reference;
  if (other.byKey.has(target.symmetric_key) || (other.table_id === schema.table_id && target.symmetric_key === column.key))
    throw new Problem(
      'duplicate',
      `The table ${other.plural_label} has a column ${target.symmetric_key} already; choose another symmetric_key.`,
    );
  if (other.columns.length >= MAX_COLUMNS_PER_TABLE)
    throw new Problem('limit_reached', `The table ${other.plural_label} has ${MAX_COLUMNS_PER_TABLE} columns already.`);
  const mirror = newId('col');
  await insertColumn(
    tx,
    schema.space_id,
    {
      ...column,
      id: mirror,
      table_id: other.table_id,
      cid: await nextCid(tx, schema.space_id, other.table_id),
      key: target.symmetric_key,
      label: target.symmetric_label ?? schema.plural_label,
      reference: { table_id: schema.table_id, cardinality: 'many', symmetric_column_id: column.id, mirror: true },
      required: false,
    },
    tx.now,
  );
  await bumpSchema(tx, schema.space_id, other.table_id, tx.now);
  return { ...reference, symmetric_column_id: mirror };
}

/** The table a reference points to; one that is not here is an unresolved reference. */
async function targetOf({ tx, schemas }: Changing, space: string, table: string, at: string): Promise<Schema> {
  try {
    return await schemas.read(tx, space, table);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    throw new Problem('unresolved_reference', notFound('table', table).message, {
      errors: [{ path: `${at}reference_target.table_id`, code: 'not_found', message: 'is not a table of this Space' }],
    });
  }
}
