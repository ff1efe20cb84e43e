import { isDeepStrictEqual } from 'node:util';
import { type Actor, type InputOf, invalidFields, Problem } from '@space/contracts/core';
import { type columns, readOnlyTypes } from '@space/contracts/tables';
import { checkColumn } from '../cells/check-column.ts';
import { hasOptions } from '../cells/check-options.ts';
import { valueTypeOf } from '../cells/value-type.ts';
import { checkComputed, toConfigResponse } from '../compute/check-computed.ts';
import { assertNoCycle, saveDependencies } from '../compute/dependencies.ts';
import { startRecompute } from '../compute/recompute.ts';
import { dropCellIndexes } from '../indexes/drop-cell-indexes.queries.ts';
import { assertDefinitionSize } from '../schema/definition-size.queries.ts';
import { isComputed } from '../schema/lookups.ts';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import type { ColumnChangeContext } from './column-change.ts';
import { ensureColumnIndexes, startAutonumber } from './column-indexes.queries.ts';
import { columnIdsIn } from './column-response.ts';
import { type ColumnFields, findColumnKeys, orderColumns, updateColumn } from './columns.queries.ts';
import { type Conversion, convertCells } from './convert-cells.ts';

/** The changes of a column as the caller describes them. */
export type ColumnChange = Omit<InputOf<(typeof columns)['operations']['update']>, 'table_id' | 'column_id' | 'dry_run'>;

/** A computed change: the differences, the resulting column and the effect on its cells. */
export interface ColumnChangeResult {
  readonly changed: readonly string[];
  readonly after: Column;
  readonly conversion: Conversion | undefined;
}

/** Options of a change of a column. */
interface ColumnChangeOptions {
  readonly dryRun: boolean;
  readonly actor: Actor;
  /** Called before cells are converted. */
  readonly beforeConversion?: () => Promise<void>;
}

/**
 * Changes a column, or returns the effect only if `dryRun` is set. The caller holds the exclusive lock of the table and
 * the lock of schema changes. A new type converts every cell. Cells that do not fit become empty.
 */
export async function changeColumn(
  context: ColumnChangeContext,
  schema: Schema,
  before: Column,
  change: ColumnChange,
  { dryRun, actor, beforeConversion }: ColumnChangeOptions,
): Promise<ColumnChangeResult> {
  const { tx } = context;
  const { fields, reads } = await checkChange(context, schema, before, change);
  const moved = change.position !== undefined && change.position !== before.position;
  const changed = [...changedFields(before, fields), ...(moved ? ['position'] : [])];
  const after: Column = { ...before, ...fields };
  const converts = mustConvert(before, after);
  const as = dryRun ? null : { actor, now: tx.now };
  const hasOtherValues = after.type !== before.type || after.value_type !== before.value_type;
  if (!dryRun && hasOtherValues) await dropCellIndexes(tx, schema.row_table, [before.cid]);
  if (converts && !dryRun) await beforeConversion?.();
  const conversion = converts ? await convertCells(context, schema, before, after, as) : undefined;
  const options = [...after.options, ...(conversion?.new_options ?? [])];
  const changedColumn = { ...after, options };
  if (dryRun || changed.length === 0) return { changed, after: changedColumn, conversion };
  await updateColumn(
    tx,
    schema.space_id,
    before.id,
    { ...fields, ...(options.length > 0 || 'options' in fields ? { options } : {}) },
    tx.now,
  );
  if (moved) await orderColumns(tx, schema.space_id, withColumnAt(schema.columns, before, change.position!));
  await assertDefinitionSize(tx, schema.space_id, schema.table_id);
  await bumpSchemaVersion(tx, schema.space_id, schema.table_id, tx.now);
  await updateDependents(context, schema, before, changedColumn, reads);
  return { changed, after: changedColumn, conversion };
}

async function checkChange(
  { tx, schemas }: ColumnChangeContext,
  schema: Schema,
  before: Column,
  change: ColumnChange,
): Promise<{ fields: ColumnFields; reads: readonly string[] | undefined }> {
  const { space_id } = schema;
  if (change.key !== undefined && change.key !== before.key && schema.byKey.has(change.key))
    throw new Problem('duplicate', `The table ${schema.plural_label} has a column ${change.key} already; choose another key.`, {
      existing_id: schema.byKey.get(change.key)!.id,
    });
  const type = change.type ?? before.type;
  const isNewType = type !== before.type;
  if (type === 'reference' && isNewType)
    throw invalidFields([{ path: 'type', code: 'not_supported', message: 'cannot become reference; add a reference column instead' }]);
  if (change.reference_target !== undefined)
    throw invalidFields([
      {
        path: 'reference_target',
        code: 'fixed',
        message: 'cannot change after the column is created; add another reference column instead',
      },
    ]);
  if (before.reference && isNewType && before.reference.symmetric_column_id !== null)
    throw new Problem(
      'conflict',
      `${before.label} is linked with a column of another table; delete the column there first, or add a new one.`,
    );
  const keys = await findColumnKeys(tx, space_id, [...new Set(columnIdsIn(before.config))]);
  const previousConfig = isNewType ? undefined : toConfigResponse(before.config, (id) => keys.get(id));
  const checked = checkColumn(
    {
      type,
      options:
        change.options ??
        (hasOptions(type) && hasOptions(before.type)
          ? before.options.map((option) => ({ ...option, color: option.color ?? undefined }))
          : undefined),
      field_config: change.field_config ?? previousConfig,
      default_value: change.default_value !== undefined ? change.default_value : isNewType ? undefined : before.default_value,
      required: change.required ?? (isNewType && readOnlyTypes.has(type) ? undefined : before.required),
      ...(type === 'reference'
        ? { reference_target: { table_id: before.reference!.table_id, cardinality: before.reference!.cardinality } }
        : {}),
    },
    before,
  );
  if (checked.errors.length > 0) throw invalidFields(checked.errors);
  const mustCheck = isComputed({ type }) && (isNewType || change.field_config !== undefined);
  const computed = mustCheck
    ? await checkComputed(
        tx,
        { space_id, table: schema, column_id: before.id, type: type as 'formula', field_config: checked.config },
        (space, table) => schemas.read(tx, space, table),
      )
    : undefined;
  if (computed) await assertNoCycle(tx, space_id, before.id, computed.reads);
  const config = computed?.config ?? (isComputed({ type }) ? before.config : checked.config);
  const fields: ColumnFields = {
    ...(change.key === undefined ? {} : { key: change.key }),
    ...(change.label === undefined ? {} : { label: change.label }),
    ...(change.icon === undefined ? {} : { icon: change.icon }),
    ...(isNewType ? { type, status: 'ok', error: null } : {}),
    ...(change.required === undefined && !isNewType ? {} : { required: (change.required ?? before.required) && !readOnlyTypes.has(type) }),
    options: hasOptions(type) ? checked.options : [],
    config,
    default_value: checked.default_value,
    value_type: computed?.value_type ?? (isComputed({ type }) ? before.value_type : valueTypeOf(type)),
  };
  return { fields, reads: computed?.reads };
}

/** Updates indexes and the computed columns that read the column. */
async function updateDependents(
  { tx, schemas }: ColumnChangeContext,
  schema: Schema,
  before: Column,
  after: Column,
  reads: readonly string[] | undefined,
) {
  const now = await schemas.read(tx, schema.space_id, schema.table_id);
  if (reads) await saveDependencies(tx, schema.space_id, after.id, reads);
  else if (isComputed(before) && !isComputed(after)) await saveDependencies(tx, schema.space_id, after.id, []);
  if (after.type === 'autonumber' && before.type !== 'autonumber') await startAutonumber(tx, schema.row_table, after);
  await ensureColumnIndexes(tx, now);
  const cellsDiffer = reads !== undefined || mustConvert(before, after) || after.type !== before.type;
  if (cellsDiffer) await startRecompute(tx, now, [after.id]);
}

/** Returns true if existing cells may no longer fit: after a new type, removed choices or fewer decimals. */
function mustConvert(before: Column, after: Column): boolean {
  if (isComputed(after)) return before.type !== after.type && !isComputed(before);
  if (before.type !== after.type) return true;
  const remaining = new Set(after.options.map(({ id }) => id));
  return before.options.some(({ id }) => !remaining.has(id)) || before.config.precision !== after.config.precision;
}

function changedFields(before: Column, fields: ColumnFields): string[] {
  const names: Readonly<Record<string, string>> = { config: 'field_config' };
  return (Object.keys(fields) as (keyof ColumnFields)[])
    .filter((name) => !['status', 'error', 'value_type'].includes(name) && !isDeepStrictEqual(before[name], fields[name]))
    .map((name) => names[name] ?? name);
}

/** Returns the ids of the columns with this one at its new position. */
function withColumnAt(columns: readonly Column[], column: Column, position: number): string[] {
  const ids = columns.filter(({ id }) => id !== column.id).map(({ id }) => id);
  return ids.toSpliced(Math.min(position, ids.length), 0, column.id);
}
