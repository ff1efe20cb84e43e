import { crc32 } from 'node:zlib';
import { type Call, type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import {
  type columns,
  tableColumnCreated,
  tableColumnDeleted,
  tableColumnUpdated,
  type Column as WireColumn,
} from '@space/contracts/tables';
import { mustMatch } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { onColumnDeleted } from '../compute/broken-columns.ts';
import { checkFormula } from '../compute/check-formula.ts';
import { findDirectDependents } from '../compute/dependencies.queries.ts';
import { lockSchemaChanges } from '../compute/dependencies.ts';
import { takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import { bumpSchemaVersion, updateTable } from '../schema/schema.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { assertActive, type SchemaCache } from '../schema/schema-cache.ts';
import { type Viewer, viewerOf } from '../views/viewer.ts';
import { findViewsUsing } from '../views/views-using-column.ts';
import { addColumns } from './add-columns.ts';
import { changeColumn } from './change-column.ts';
import { toColumnResponses } from './column-response.ts';
import { readColumnTexts } from './column-texts.ts';
import { clearSymmetricColumn, softDeleteColumn } from './columns.queries.ts';
import { canBeTitle } from './title.ts';

/** Returns the handlers of the columns contract. */
export function columnHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof columns> {
  const { database } = ports;
  const write = createWriter('tables', ports);

  return {
    list: async ({ input, caller }) => {
      const schema = await schemas.read(database, caller.space_id, input.table_id);
      return { data: await toColumnResponses(database, schema), has_more: false as const, next_cursor: null };
    },

    get: async ({ input, caller }) => {
      const schema = await schemas.read(database, caller.space_id, input.table_id);
      const column = findColumn(schema, input.column_id);
      return versioned(await toColumnResponses(database, schema, [column]), column.version);
    },

    create: (call) =>
      write.write(call, async (tx) => {
        const { table_id, ...given } = call.input;
        const input = readColumnTexts(call, given.type, given);
        const space = call.caller.space_id;
        await lockChanges(tx, space, [table_id, input.reference_target?.table_id, input.field_config?.table_id]);
        const schema = await schemas.read(tx, space, table_id);
        assertActive(schema);
        const [id] = (await addColumns({ tx, schemas }, schema, [{ input, at: '' }])) as [string];
        if (!schema.title && canBeTitle(input)) await updateTable(tx, space, table_id, { title_column_id: id }, tx.now);
        const after = await schemas.read(tx, space, table_id);
        const column = findColumn(after, id);
        tx.emit(tableColumnCreated, { ...columnEventData(after, column), column_type: column.type });
        return versioned(await toColumnResponses(tx, after, [column]), column.version);
      }),

    update: (call) =>
      write.write(call, async (tx) => {
        const { table_id, column_id, dry_run, ...given } = call.input;
        const space = call.caller.space_id;
        await lockChanges(tx, space, [table_id, given.field_config?.table_id]);
        const schema = await schemas.read(tx, space, table_id);
        assertActive(schema);
        const before = findColumn(schema, column_id);
        mustMatch(call.if_version, before.version);
        const change = readColumnTexts(call, given.type ?? before.type, given);
        const earlier = (await toColumnResponses(tx, schema, [before]))[0]!;
        let snapshot_id: string | null = null;
        const { changed, after, conversion } = await changeColumn({ tx, schemas }, schema, before, change, {
          dryRun: dry_run,
          actor: call.caller.actor,
          beforeConversion: async () => {
            snapshot_id = await takeSnapshotBefore(tx, schema, call, `Before a change of ${before.label}`);
          },
        });
        const fields = dry_run ? {} : fieldsBefore(earlier, changed);
        const impact = conversion && {
          cells_converted: conversion.cells_converted,
          cells_lost: conversion.cells_lost,
          lost_examples: [...conversion.lost_examples],
          dependents: [...(await findDirectDependents(tx, space, column_id))],
        };
        const answer = async (now: Schema, column: Column) => {
          const [wire] = await toColumnResponses(tx, now, [column]);
          return new Json<never>(
            JSON.stringify({ ...wire, ...(impact ? { impact } : {}), before: fields, snapshot_id }),
            column.version,
            crc32(JSON.stringify(wire)),
          );
        };
        if (dry_run || changed.length === 0) return answer(schema, dry_run ? after : before);
        const now = await schemas.read(tx, space, table_id);
        const column = findColumn(now, column_id);
        tx.emit(tableColumnUpdated, { ...columnEventData(now, column), column_type: column.type, changed: [...changed] });
        return answer(now, column);
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const { table_id, column_id, force } = call.input;
        const space = call.caller.space_id;
        const linked = (await schemas.read(tx, space, table_id)).byId.get(column_id)?.reference?.table_id;
        await lockChanges(tx, space, [table_id, linked]);
        const schema = await schemas.read(tx, space, table_id);
        assertActive(schema);
        const column = findColumn(schema, column_id);
        mustMatch(call.if_version, column.version);
        const symmetricId = column.reference?.symmetric_column_id ?? null;
        if (!force) await assertNotRead(tx, schema, column, symmetricId, viewerOf(call.caller));
        const snapshot_id = await takeSnapshotBefore(tx, schema, call, `Before the column ${column.label} was deleted`);
        await softDeleteColumn(tx, space, column.id, tx.now);
        await onColumnDeleted(tx, space, column.id);
        if (symmetricId !== null) await unlinkSymmetricColumn(tx, space, column, symmetricId);
        await bumpSchemaVersion(tx, space, table_id, tx.now);
        tx.emit(tableColumnDeleted, columnEventData(schema, column));
        return { id: column.id, deleted: true as const, snapshot_id };
      }),

    check_formula: (call) =>
      write.write(call, async (tx) => {
        const schema = await schemas.read(tx, call.caller.space_id, call.input.table_id);
        return checkFormula(tx, schema, call.input, ports.clock.now());
      }),
  };
}

/** Takes the exclusive locks of these tables and of all tables computed with them, and the lock of schema changes. */
const lockChanges = (tx: CommonQueryMethods, space: string, tables: readonly unknown[]): Promise<void> =>
  lockSchemaChanges(tx, space, [...new Set(tables.filter((id) => typeof id === 'string'))]);

/** Takes the snapshot that undoes a change of columns, and returns its id. */
async function takeSnapshotBefore(
  tx: CommonQueryMethods & { readonly now: string },
  { space_id, table_id }: Schema,
  { caller }: Pick<Call, 'caller'>,
  label: string,
): Promise<string> {
  const { id } = await takeSnapshot(tx, { space_id, table_id, label: label.slice(0, 200), kind: 'before_change', caller, now: tx.now });
  return id;
}

/** Returns the changed fields of a column as an update takes them. */
function fieldsBefore(column: WireColumn, changed: readonly string[]): Record<string, unknown> {
  const options = column.options.map(({ id, name, color }) => ({ id, name, ...(color === null ? {} : { color }) }));
  return Object.fromEntries(changed.map((name) => [name, name === 'options' ? options : column[name as keyof WireColumn]]));
}

function findColumn(schema: Schema, id: string): Column {
  const column = schema.byId.get(id);
  if (!column) throw notFound('column', id);
  return column;
}

const columnEventData = (schema: Schema, { id, label, key }: Column) => ({
  table_id: schema.table_id,
  table: schema.plural_label,
  column_id: id,
  column: label,
  column_key: key,
});

const versioned = <T>([wire]: readonly T[], version: number) => new Json<T>(JSON.stringify(wire), version);

/** Rejects the deletion of a column that other columns or views read, and names them, but not the personal views of others. */
async function assertNotRead(
  tx: CommonQueryMethods,
  schema: Schema,
  column: Column,
  symmetricId: string | null,
  viewer: Viewer,
): Promise<void> {
  const dependents = (await findDirectDependents(tx, schema.space_id, column.id)).filter(({ column_id }) => column_id !== symmetricId);
  const readers = [
    ...dependents.map(({ column_key }) => `the column ${column_key}`),
    ...(await findViewsUsing(tx, schema, column.id, viewer)).map((name) => `the view ${name}`),
  ];
  if (readers.length > 0)
    throw new Problem(
      'conflict',
      `${column.label} is read by ${readers.slice(0, 5).join(', ')}${readers.length > 5 ? ' and others' : ''}; send force=true to delete it nevertheless.`,
      {
        dependents,
      },
    );
}

/** Deletes the inverse column of a deleted reference column. Deleting an inverse column leaves the links in place. */
async function unlinkSymmetricColumn(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  column: Column,
  other: string,
): Promise<void> {
  if (column.reference!.is_inverse) {
    await clearSymmetricColumn(tx, space, other, tx.now);
  } else {
    await softDeleteColumn(tx, space, other, tx.now);
    await onColumnDeleted(tx, space, other);
  }
  await bumpSchemaVersion(tx, space, column.reference!.table_id, tx.now);
}
