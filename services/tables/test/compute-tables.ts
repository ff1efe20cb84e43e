import { isoTime, newId, sql } from '@space/database';
import { newSpaceCaller, type TestPorts } from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addColumns, type ColumnInput } from '../src/columns/add-columns.ts';
import { changeColumn } from '../src/columns/change-column.ts';
import { softDeleteColumn } from '../src/columns/columns.queries.ts';
import { onColumnDeleted, onColumnRestored } from '../src/compute/broken-columns.ts';
import { computeRows } from '../src/compute/compute-rows.ts';
import { lockSchemaChanges } from '../src/compute/dependencies.ts';
import { lockComputedTables } from '../src/compute/plan.ts';
import { recomputeDependents } from '../src/compute/recompute.ts';
import { recomputeBatch } from '../src/compute/recompute-task.ts';
import type { ComputedCells } from '../src/formulas/evaluate-row.ts';
import { lockForWriting } from '../src/schema/locks.queries.ts';
import { createRowTable } from '../src/schema/row-table.queries.ts';
import { RowTableRow, rowColumnsSql, rowTableName, rowTableSql } from '../src/schema/row-table-sql.ts';
import { bumpSchemaVersion } from '../src/schema/schema.queries.ts';
import type { Cell, Cells, Schema, StoredRow } from '../src/schema/schema.ts';
import { createSchemaCache } from '../src/schema/schema-cache.ts';

/** Cells by column key. */
export type Named = Readonly<Record<string, Cell>>;

const actor = { kind: 'api_key' as const, id: 'key_test', name: 'Test key' };

/** The tables of one Space. Tests write their rows without the handlers, with the same locks and recomputes. */
export class ComputeTables {
  readonly ports: TestPorts;
  readonly space = newSpaceCaller().space_id;
  readonly schemas;

  constructor(ports: TestPorts) {
    this.ports = ports;
    this.schemas = createSchemaCache(ports.database);
  }

  get now(): string {
    return isoTime(this.ports.clock.now());
  }

  async table(name: string, ...columns: ColumnInput[]): Promise<ComputeTable> {
    const id = newId('tbl');
    await this.ports.database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`
        insert into tables.user_table (space_id, id, slug, plural_label, row_table, created_at, updated_at)
        values (${this.space}, ${id}, ${id}, ${name}, ${rowTableName(id)}, ${this.now}::timestamptz, ${this.now}::timestamptz)`);
      await createRowTable(tx, rowTableName(id));
    });
    const table = new ComputeTable(this, id);
    for (const column of columns) await table.add(column);
    return table;
  }

  /** Runs recompute jobs until none is left. Returns the number of batches. */
  async drain(): Promise<number> {
    for (let batches = 0; ; batches++) if (!(await recomputeBatch(this.ports.database))) return batches;
  }

  jobs() {
    return this.ports.database.any(sql.type(
      z.object({ table_id: z.string(), column_ids: z.array(z.string()), row_count: z.number().nullable() }),
    )`
      select table_id, column_ids, cardinality(row_ids) as row_count from tables.recompute_job where space_id = ${this.space} order by id`);
  }

  /** Runs a change of columns in a transaction with the lock that column handlers take. */
  change<T>(tables: readonly string[], act: (tx: CommonQueryMethods & { now: string }) => Promise<T>): Promise<T> {
    return this.ports.database.transaction(async (connection) => {
      await lockSchemaChanges(connection, this.space, tables);
      return act(Object.assign(Object.create(connection), { now: this.now }));
    });
  }
}

/** One table of a `ComputeTables`. */
export class ComputeTable {
  readonly tables: ComputeTables;
  readonly id: string;

  constructor(tables: ComputeTables, id: string) {
    this.tables = tables;
    this.id = id;
  }

  schema(): Promise<Schema> {
    return this.tables.schemas.read(this.tables.ports.database, this.tables.space, this.id);
  }

  async column(key: string) {
    const column = (await this.schema()).byKey.get(key);
    if (!column) throw new Error(`There is no column ${key}.`);
    return column;
  }

  add(input: ColumnInput): Promise<string> {
    const { space, schemas } = this.tables;
    const other = input.reference_target?.table_id;
    return this.tables.change([this.id, ...(other && other !== this.id ? [other] : [])], async (tx) => {
      const [id] = await addColumns({ tx, schemas }, await schemas.read(tx, space, this.id), [{ input, at: '' }]);
      return id!;
    });
  }

  edit(key: string, change: Parameters<typeof changeColumn>[3]) {
    const { space, schemas } = this.tables;
    return this.tables.change([this.id], async (tx) => {
      const schema = await schemas.read(tx, space, this.id);
      return changeColumn({ tx, schemas }, schema, schema.byKey.get(key)!, change, { dryRun: false, actor });
    });
  }

  async drop(key: string): Promise<string> {
    const { space, now } = this.tables;
    const { id } = await this.column(key);
    await this.tables.change([this.id], async (tx) => {
      await softDeleteColumn(tx, space, id, now);
      await onColumnDeleted(tx, space, id);
      await bumpSchemaVersion(tx, space, this.id, now);
    });
    return id;
  }

  bringBack(id: string) {
    const { space, now } = this.tables;
    return this.tables.change([this.id], async (tx) => {
      await tx.query(sql.typeAlias('void')`update tables.user_column set deleted_at = null where space_id = ${space} and id = ${id}`);
      await bumpSchemaVersion(tx, space, this.id, now);
      await onColumnRestored(tx, space, id);
    });
  }

  /** Runs `act` in a transaction with the locks that a write of rows takes. */
  private write<T>(act: (tx: CommonQueryMethods, schema: Schema) => Promise<T>): Promise<T> {
    const { schemas, space, ports } = this.tables;
    return schemas.withSchema(space, this.id, (schema) =>
      ports.database.transaction(async (tx) => {
        await lockComputedTables(tx, schema);
        await lockForWriting(tx, schema);
        return act(tx, schema);
      }),
    );
  }

  insert(...rows: readonly Named[]): Promise<string[]> {
    const now = this.tables.ports.clock.now();
    return this.write(async (tx, schema) => {
      const made = rows.map((row) => ({
        id: newId('row'),
        seq: 0,
        created_at: now,
        updated_at: now,
        created_by: actor,
        updated_by: actor,
        data: byCid(schema, row),
      }));
      const computed = await computeRows(tx, schema, made, now);
      const stored = made.map((row, index) => ({ ...row, ...computed[index]! }));
      await tx.query(sql.typeAlias('void')`
        insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
        select id, nextval('tables.row_seq'), ${this.tables.now}::timestamptz, ${this.tables.now}::timestamptz, ${JSON.stringify(actor)}::jsonb,
          ${JSON.stringify(actor)}::jsonb, data, computed, errors
        from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r (id text, data jsonb, computed jsonb, errors jsonb)`);
      await tx.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${this.id}, ${stored.length})`);
      await recomputeDependents(
        tx,
        schema,
        stored.map((after) => ({ row_id: after.id, before: null, after })),
        now,
      );
      return stored.map(({ id }) => id);
    });
  }

  update(id: string, change: Named): Promise<void> {
    const now = this.tables.ports.clock.now();
    return this.write(async (tx, schema) => {
      const before = await this.locked(tx, schema, id);
      if (!before) return;
      const data = without({ ...before.data, ...byCid(schema, change, true) });
      const [cells] = await computeRows(tx, schema, [{ ...before, updated_at: now, data, before }], now);
      const after: StoredRow = { ...before, ...cells!, data, updated_at: now };
      await tx.query(sql.typeAlias('void')`
        update ${rowTableSql(schema.row_table)} set data = ${JSON.stringify(data)}::jsonb, computed = ${JSON.stringify(after.computed)}::jsonb,
          errors = ${after.errors ? JSON.stringify(after.errors) : null}::jsonb, seq = nextval('tables.row_seq'), updated_at = ${this.tables.now}::timestamptz
        where id = ${id}`);
      await recomputeDependents(tx, schema, [{ row_id: id, before, after }], now);
    });
  }

  remove(id: string): Promise<void> {
    return this.write(async (tx, schema) => {
      const before = await this.locked(tx, schema, id);
      if (!before) return;
      await tx.query(sql.typeAlias('void')`delete from ${rowTableSql(schema.row_table)} where id = ${id}`);
      await tx.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${this.id}, -1)`);
      await recomputeDependents(tx, schema, [{ row_id: id, before, after: null }], this.tables.ports.clock.now());
    });
  }

  /** Inserts rows directly into the row table, without computed cells. Returns their ids. */
  async fill(count: number, cells: (index: number) => Named): Promise<string[]> {
    const schema = await this.schema();
    const made = Array.from({ length: count }, (_, index) => ({ id: newId('row'), data: byCid(schema, cells(index)) }));
    await this.tables.ports.database.query(sql.typeAlias('void')`
      insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data)
      select id, nextval('tables.row_seq'), ${this.tables.now}::timestamptz, ${this.tables.now}::timestamptz, ${JSON.stringify(actor)}::jsonb,
        ${JSON.stringify(actor)}::jsonb, data from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r (id text, data jsonb)`);
    await this.tables.ports.database.query(
      sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${this.id}, ${count})`,
    );
    return made.map(({ id }) => id);
  }

  private locked(tx: CommonQueryMethods, schema: Schema, id: string): Promise<StoredRow | null> {
    return tx.maybeOne(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(schema.row_table)} where id = ${id} for update`);
  }

  async stored(): Promise<readonly StoredRow[]> {
    const { row_table } = await this.schema();
    return this.tables.ports.database.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(row_table)} order by id`);
  }

  /** Returns the computed cells of a row by key; a failed cell is `#` and its error code. */
  async computed(id: string): Promise<Record<string, Cell>> {
    const schema = await this.schema();
    const row = (await this.stored()).find((one) => one.id === id);
    return computedByKey(schema, row ?? { computed: {}, errors: null });
  }
}

/** Returns computed cells by key. Empty cells are left out; a failed cell is `#` and its error code. */
const computedByKey = (schema: Schema, { computed, errors }: ComputedCells): Record<string, Cell> =>
  Object.fromEntries(
    schema.columns.flatMap(({ cid, key }) => {
      if (errors?.[cid]) return [[key, `#${errors[cid].code}`]];
      return computed[cid] === undefined ? [] : [[key, computed[cid]]];
    }),
  );

function byCid(schema: Schema, cells: Named, keepNulls = false): Cells {
  const named = Object.entries(cells).map(([key, cell]) => {
    const column = schema.byKey.get(key);
    if (!column) throw new Error(`There is no column ${key}.`);
    return [column.cid, cell] as const;
  });
  return Object.fromEntries(named.filter(([, cell]) => keepNulls || cell !== null));
}

const without = (cells: Cells): Cells => Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null));

/** Returns the input of `addColumns` for a column. */
export const column = (key: string, type: ColumnInput['type'], field_config?: object, rest: object = {}): ColumnInput => ({
  key,
  label: key,
  type,
  ...(field_config ? { field_config: field_config as never } : {}),
  ...rest,
});

/** Returns the input of `addColumns` for a formula column. */
export const formula = (key: string, expression: string) => column(key, 'formula', { expression });

/** Returns the input of `addColumns` for a reference column, with a symmetric column when `symmetric_key` is given. */
export const links = (key: string, to: ComputeTable | string, symmetric_key?: string) =>
  column(key, 'reference', undefined, {
    reference_target: { table_id: typeof to === 'string' ? to : to.id, ...(symmetric_key ? { symmetric_key } : {}) },
  });

/** Creates the tables Companies and Orders; an order links to companies. */
export async function shop(ports: TestPorts) {
  const tables = new ComputeTables(ports);
  const companies = await tables.table('Companies', column('name', 'text'), column('rate', 'number'));
  const orders = await tables.table(
    'Orders',
    column('title', 'text'),
    column('amount', 'number'),
    column('paid', 'checkbox'),
    column('due', 'date'),
    links('company', companies, 'orders'),
  );
  return { tables, companies, orders };
}
