import type { ColumnType } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { newSpaceCaller, type TestPorts } from '@space/runtime/testing';
import { createRowTable } from '../src/schema/row-table.queries.ts';
import { rowTableName, rowTableSql } from '../src/schema/row-table-sql.ts';
import type { Cell, Column } from '../src/schema/schema.ts';
import { createSchemaCache, type SchemaCache } from '../src/schema/schema-cache.ts';

/** A column of a test table, without its key. */
export interface TestColumn {
  readonly type: ColumnType;
  readonly value_type?: Column['value_type'];
  readonly options?: readonly string[];
  readonly config?: Record<string, unknown>;
  readonly reference?: Column['reference'];
  readonly status?: Column['status'];
}

const valueTypes: Partial<Record<ColumnType, Column['value_type']>> = {
  number: 'number',
  currency: 'number',
  percent: 'number',
  rating: 'number',
  duration: 'number',
  autonumber: 'number',
  count: 'number',
  checkbox: 'boolean',
  date: 'date',
  datetime: 'datetime',
  created_at: 'datetime',
  updated_at: 'datetime',
  multi_select: 'list',
  reference: 'list',
  contact: 'list',
  attachment: 'list',
  lookup: 'list',
  created_by: 'object',
};

/** Returns true for a type whose cells are stored in `computed`. */
const isComputed = (type: ColumnType) => ['formula', 'lookup', 'rollup', 'count'].includes(type);

/** Creates a table and its columns with SQL, without the handlers. */
export async function makeTable(ports: TestPorts, columns: Record<string, TestColumn>, caller = newSpaceCaller()) {
  const { database } = ports;
  const table_id = newId('tbl');
  const row_table = rowTableName(table_id);
  const keys = Object.keys(columns);
  const ids = keys.map(() => newId('col'));
  await database.query(sql.typeAlias('void')`
    insert into tables.user_table (space_id, id, slug, plural_label, row_table, title_column_id, next_cid, created_at, updated_at)
    values (${caller.space_id}, ${table_id}, ${table_id}, 'Things', ${row_table}, ${ids[0] ?? null}, ${keys.length + 1}, now(), now())`);
  for (const [index, [key, column]] of Object.entries(columns).entries()) {
    const options = (column.options ?? []).map((name) => ({ id: `opt_${name.toLowerCase()}`, name, color: null }));
    await database.query(sql.typeAlias('void')`
      insert into tables.user_column (space_id, id, table_id, cid, key, label, type, options, reference, config, position, value_type, status, created_at, updated_at)
      values (${caller.space_id}, ${ids[index]!}, ${table_id}, ${`c${index + 1}`}, ${key}, ${key}, ${column.type}, ${JSON.stringify(options)}::jsonb,
        ${column.reference ? JSON.stringify(column.reference) : null}::jsonb, ${JSON.stringify(column.config ?? {})}::jsonb, ${index},
        ${column.value_type ?? valueTypes[column.type] ?? 'text'}, ${column.status ?? 'ok'}, now(), now())`);
  }
  await database.transaction((tx) => createRowTable(tx, row_table));

  /** Inserts rows with cells by key. Returns their ids. */
  const insert = async (...rows: readonly Record<string, Cell>[]): Promise<string[]> => {
    const made = rows.map((cells) => {
      const data: Record<string, Cell> = {};
      const computed: Record<string, Cell> = {};
      for (const [key, cell] of Object.entries(cells)) {
        if (cell === null) continue;
        (isComputed(columns[key]!.type) ? computed : data)[`c${keys.indexOf(key) + 1}`] = cell;
      }
      return { id: newId('row'), data, computed };
    });
    await database.query(sql.typeAlias('void')`
      insert into ${rowTableSql(row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed)
      select id, nextval('tables.row_seq'), now(), now(), ${JSON.stringify(caller.actor)}::jsonb, ${JSON.stringify(caller.actor)}::jsonb, data, computed
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id text, data jsonb, computed jsonb)`);
    await database.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${table_id}, ${made.length})`);
    return made.map(({ id }) => id);
  };
  return { caller, table_id, row_table, insert, column_ids: Object.fromEntries(keys.map((key, index) => [key, ids[index]!])) };
}

/** Creates a schema cache for these ports. */
export const testSchemas = (ports: TestPorts): SchemaCache => createSchemaCache(ports.database);
