import { crc32 } from 'node:zlib';
import { type Handlers, Json } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  MAX_TABLES_PER_SPACE,
  type Table,
  type TableDefinition,
  tableCreated,
  tableDeleted,
  type tables,
  tableUpdated,
} from '@space/contracts/tables';
import { mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { slugify } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { addColumns, type ColumnInput } from '../columns/add-columns.ts';
import { dropSequences } from '../columns/column-indexes.queries.ts';
import { readColumnTexts } from '../columns/column-texts.ts';
import { canBeTitle } from '../columns/title.ts';
import { lockSchemaChanges } from '../compute/dependencies.ts';
import { aggregateHandler } from '../rows/aggregate.ts';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import { createRowTable, dropRowTable } from '../schema/row-table.queries.ts';
import { rowTableName } from '../schema/row-table-sql.ts';
import { type TableFields, updateTable } from '../schema/schema.queries.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { createDefaultView } from '../views/create-default-view.ts';
import { detachReferences, lockWithReferencing } from './detach-table.ts';
import { findFreeSlug } from './slugs.queries.ts';
import { readTableDefinition } from './table-definition.ts';
import { countTables, deleteTable, findTableRow, insertTable, listTables, lockTableNames, type TableRow } from './tables.queries.ts';

/** Maximum length of a generated slug, without its number. */
const MAX_SLUG_LENGTH = 60;

type Tx = CommonQueryMethods & { readonly now: string };

/** Returns the handlers of the tables contract. */
export function tableHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof tables> {
  const { database } = ports;
  const write = createWriter('tables', ports);

  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listTables(caller.space_id, input))),

    get: ({ input, caller }) => readTableDefinition(database, schemas, caller, input.table_id),

    create: (call) =>
      write.write(call, async (tx) => {
        const { name, slug, columns = [], title_field_key, ...described } = call.input;
        const space = call.caller.space_id;
        assertTitleColumn(columns, title_field_key);
        await lockTableNames(tx, space);
        if ((await countTables(tx, space)) >= MAX_TABLES_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `A Space can have ${MAX_TABLES_PER_SPACE} tables, archived ones too; delete one with hard=true first.`,
          );
        const id = newId('tbl');
        const row_table = rowTableName(id);
        await insertTable(tx, {
          space_id: space,
          id,
          row_table,
          plural_label: name,
          slug: await findFreeSlug(tx, space, slug ?? slugify(name, { fallback: 'table', maxLength: MAX_SLUG_LENGTH })),
          ...described,
          now: tx.now,
        });
        await createRowTable(tx, row_table);
        await createDefaultView(tx, { space_id: space, table_id: id, now: tx.now });
        const read = columns.map((column, at) => readColumnTexts(call, column.type, column, `columns.${at}.`));
        await addAllColumns(tx, schemas, space, id, read);
        await setTitleColumn(tx, schemas, space, id, title_field_key);
        tx.emit(tableCreated, { table_id: id, table: name });
        return readTableDefinition(tx, schemas, call.caller, id);
      }),

    update: (call) =>
      write.write(call, async (tx) => {
        const { table_id, slug, title_field_key, archived, ...fields } = call.input;
        const space = call.caller.space_id;
        if (slug !== undefined) await lockTableNames(tx, space);
        const { row, schema } = await lockTable(tx, schemas, space, table_id, call.if_version);
        const wanted: TableFields = {
          ...fields,
          ...(slug === undefined || slug === row.slug ? {} : { slug: await findFreeSlug(tx, space, slug, table_id) }),
          ...(title_field_key === undefined ? {} : { title_column_id: titleId(schema, title_field_key) }),
          ...(archived === undefined || archived === (row.archived_at !== null) ? {} : { archived_at: archived ? tx.now : null }),
        };
        const changed = await updateChanged(tx, space, row, wanted);
        if (changed.length > 0)
          tx.emit(tableUpdated, {
            table_id,
            table: fields.plural_label ?? row.plural_label,
            changed,
            archived: archived ?? row.archived_at !== null,
          });
        return withChanged(await readTableDefinition(tx, schemas, call.caller, table_id), changed, fieldsBefore(row, schema, changed));
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const { table_id, hard } = call.input;
        const space = call.caller.space_id;
        if (hard) await lockWithReferencing(tx, space, table_id);
        const { row, schema } = await lockTable(tx, schemas, space, table_id, call.if_version);
        if (!hard) {
          const changed = row.archived_at === null ? await updateChanged(tx, space, row, { archived_at: tx.now }) : [];
          if (changed.length > 0) tx.emit(tableUpdated, { table_id, table: row.plural_label, changed, archived: true });
          return { id: table_id, archived: true, deleted: false, was_archived: row.archived_at !== null };
        }
        await detachReferences(tx, space, table_id, async () => {
          await deleteTable(tx, space, table_id, row.row_table);
          await dropRowTable(tx, row.row_table);
          await dropSequences(tx, row.row_table, schema.columns);
        });
        tx.emit(tableDeleted, { table_id, table: row.plural_label });
        return { id: table_id, archived: false, deleted: true, was_archived: row.archived_at !== null };
      }),

    aggregate: aggregateHandler(ports, schemas),
  };
}

/** Reads the table and locks out its writers until the transaction ends. Throws 404, or 412 for another version. */
async function lockTable(tx: Tx, schemas: SchemaCache, space: string, id: string, version: readonly number[] | null) {
  await lockTableExclusively(tx, space, id);
  const row = await findTableRow(tx, space, id);
  if (!row) throw notFound('table', id);
  mustMatch(version, row.version);
  return { row, schema: await schemas.read(tx, space, id) };
}

/** Builds the response of a changed table: the table with the ETag of its definition, and the changed fields with their earlier values. */
function withChanged({ text, version }: Json<TableDefinition>, changed: readonly string[], before: Readonly<Record<string, unknown>>) {
  const { columns: _columns, views: _views, row_count: _rows, ...table } = JSON.parse(text) as TableDefinition;
  return new Json<Table & { changed: string[]; before: never }>(JSON.stringify({ ...table, changed, before }), version, crc32(text));
}

/** Returns the earlier values of changed fields, by their names in requests. */
const fieldsBefore = (row: TableRow, schema: Schema, changed: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    changed.map((name) => {
      if (name === 'archived') return [name, row.archived_at !== null];
      return [name, name === 'title_field_key' ? (schema.title?.key ?? null) : row[name as keyof TableRow]];
    }),
  );

async function addAllColumns(tx: Tx, schemas: SchemaCache, space: string, table: string, columns: readonly ColumnInput[]): Promise<void> {
  if (columns.length === 0) return;
  const named = columns.flatMap(({ reference_target, field_config }) => [reference_target?.table_id, field_config?.table_id]);
  await lockSchemaChanges(tx, space, [table, ...new Set(named.filter((id) => typeof id === 'string'))]);
  await addColumns(
    { tx, schemas },
    await schemas.read(tx, space, table),
    columns.map((input, index) => ({ input, at: `columns.${index}.` })),
  );
}

async function setTitleColumn(tx: Tx, schemas: SchemaCache, space: string, table: string, wanted: string | undefined): Promise<void> {
  const schema = await schemas.read(tx, space, table);
  const title = wanted === undefined ? schema.columns.find(canBeTitle) : schema.byKey.get(wanted);
  if (title) await updateTable(tx, space, table, { title_column_id: title.id }, tx.now);
}

function assertTitleColumn(columns: readonly ColumnInput[], key: string | undefined): void {
  if (key !== undefined && !columns.some((column) => column.key === key))
    throw invalidFields([
      { path: 'title_field_key', code: 'unknown_column', message: `"${key}" is not the key of a column of the request` },
    ]);
}

function titleId(schema: Schema, key: string | null): string | null {
  if (key === null) return null;
  const column = schema.byKey.get(key);
  if (!column)
    throw invalidFields([
      { path: 'title_field_key', code: 'unknown_column', message: `"${key}" is not the key of a column of this table` },
    ]);
  return column.id;
}

/** Names of the fields in requests and responses. */
const wireNames: Readonly<Record<string, string>> = { title_column_id: 'title_field_key', archived_at: 'archived' };

/** Updates the differing fields and returns their names. Writes nothing if no field differs. */
async function updateChanged(tx: Tx, space: string, row: TableRow, fields: TableFields): Promise<string[]> {
  const differing = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && (name === 'archived_at' || row[name as keyof TableRow] !== value),
  );
  if (differing.length > 0) await updateTable(tx, space, row.id, Object.fromEntries(differing), tx.now);
  return differing.map(([name]) => wireNames[name] ?? name);
}
