import type { Caller } from '@space/contracts/core';
import { rowComments, rows, snapshots } from '@space/contracts/tables';
import { isoTime, newId, sql } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { newSpaceCaller, type TestPorts } from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { commentHandlers } from '../src/comments/comments.ts';
import { rowHistoryHandlers } from '../src/history/row-history.ts';
import { lockForWriting, lockTableExclusively } from '../src/schema/locks.queries.ts';
import { createRowTable } from '../src/schema/row-table.queries.ts';
import { RowTableRow, rowColumnsSql, rowTableName, rowTableSql } from '../src/schema/row-table-sql.ts';
import type { Cells, Schema } from '../src/schema/schema.ts';
import { createSchemaCache } from '../src/schema/schema-cache.ts';
import { snapshotHandlers } from '../src/snapshots/snapshots.ts';

const { history, revert } = rows.operations;

/** The operations of rows that read and revert their history. */
export const rowVersions = { ...rows, operations: { history, revert } };

/** The operations of the tables service for snapshots, history and comments. */
export const timeMachine: Service = {
  name: 'tables',
  schema: 'tables',
  emits: true,
  open(ports) {
    const schemas = createSchemaCache(ports.database);
    return {
      serves: [
        serving(snapshots, snapshotHandlers(ports, schemas)),
        serving(rowVersions, rowHistoryHandlers(ports, schemas)),
        serving(rowComments, commentHandlers(ports, schemas)),
      ],
    };
  },
};

/** A column of a test table. */
export interface TestColumn {
  readonly key: string;
  readonly type?: string;
  readonly config?: object;
  readonly reference?: object;
}

/** A table whose rows and columns a test writes without the handlers, with the same locks and history. */
export class TestTable {
  readonly ports: TestPorts;
  readonly caller: Caller;
  readonly id = newId('tbl');

  constructor(ports: TestPorts, caller: Caller = newSpaceCaller()) {
    this.ports = ports;
    this.caller = caller;
  }

  get row_table(): string {
    return rowTableName(this.id);
  }

  get space(): string {
    return this.caller.space_id;
  }

  get now(): string {
    return isoTime(this.ports.clock.now());
  }

  schema(database: CommonQueryMethods = this.ports.database): Promise<Schema> {
    return createSchemaCache(this.ports.database).read(database, this.space, this.id);
  }

  async create(...columns: TestColumn[]): Promise<this> {
    await this.ports.database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`
        insert into tables.user_table (space_id, id, slug, plural_label, row_table, created_at, updated_at)
        values (${this.space}, ${this.id}, ${this.id}, 'Deals', ${this.row_table}, ${this.now}::timestamptz, ${this.now}::timestamptz)`);
      await createRowTable(tx, this.row_table);
    });
    for (const column of columns) await this.addColumn(column);
    const first = (await this.schema()).columns[0];
    if (first) await this.alone((tx) => this.set(tx, sql.fragment`title_column_id = ${first.id}`));
    return this;
  }

  /** Runs a schema change with the lock and the new version of the schema, as the handlers do. */
  alone<T>(act: (tx: CommonQueryMethods) => Promise<T>): Promise<T> {
    return this.ports.database.transaction(async (tx) => {
      await lockTableExclusively(tx, this.space, this.id);
      const result = await act(tx);
      await this.set(tx, sql.fragment`schema_version = schema_version + 1, version = version + 1`);
      return result;
    });
  }

  set(tx: CommonQueryMethods, assignment: ReturnType<typeof sql.fragment>) {
    return tx.query(sql.typeAlias('void')`update tables.user_table set ${assignment} where space_id = ${this.space} and id = ${this.id}`);
  }

  addColumn({ key, type = 'text', config = {}, reference }: TestColumn): Promise<string> {
    const id = newId('col');
    return this.alone(async (tx) => {
      const cid = await tx.oneFirst(sql.type(z.object({ cid: z.string() }))`
        update tables.user_table set next_cid = next_cid + 1 where space_id = ${this.space} and id = ${this.id} returning 'c' || (next_cid - 1) as cid`);
      await tx.query(sql.typeAlias('void')`
        insert into tables.user_column (space_id, id, table_id, cid, key, label, type, config, reference, position, value_type, created_at, updated_at)
        values (${this.space}, ${id}, ${this.id}, ${cid}, ${key}, ${key}, ${type}, ${JSON.stringify(config)}::jsonb,
          ${reference ? JSON.stringify(reference) : null}::jsonb,
          (select coalesce(max(position), -1) + 1 from tables.user_column where table_id = ${this.id} and deleted_at is null),
          ${type === 'number' ? 'number' : 'text'}, ${this.now}::timestamptz, ${this.now}::timestamptz)`);
      return id;
    });
  }

  changeColumn(id: string, assignment: ReturnType<typeof sql.fragment>) {
    return this.alone((tx) =>
      tx.query(
        sql.typeAlias(
          'void',
        )`update tables.user_column set ${assignment}, version = version + 1 where space_id = ${this.space} and id = ${id}`,
      ),
    );
  }

  retireColumn(id: string) {
    return this.changeColumn(id, sql.fragment`deleted_at = ${this.now}::timestamptz`);
  }

  addView(name: string, isDefault = false): Promise<string> {
    const id = newId('viw');
    return this.alone(async (tx) => {
      if (isDefault)
        await tx.query(sql.typeAlias('void')`update tables.view set is_default = false where table_id = ${this.id} and is_default`);
      await tx.query(sql.typeAlias('void')`
        insert into tables.view (space_id, id, table_id, name, type, config, is_default, created_at, updated_at)
        values (${this.space}, ${id}, ${this.id}, ${name}, 'grid', '{"columns":[]}', ${isDefault}, ${this.now}::timestamptz, ${this.now}::timestamptz)`);
      return id;
    });
  }

  /** Runs a write of rows in one transaction with the lock that writers take. */
  async write<T>(act: (tx: CommonQueryMethods, schema: Schema) => Promise<T>): Promise<T> {
    return createSchemaCache(this.ports.database).withSchema(this.space, this.id, (schema) =>
      this.ports.database.transaction(async (tx) => {
        await lockForWriting(tx, schema);
        return act(tx, schema);
      }),
    );
  }

  async insertIn(tx: CommonQueryMethods, data: Cells, id = newId('row')): Promise<string> {
    const by = JSON.stringify(this.caller.actor);
    await tx.query(sql.typeAlias('void')`
      insert into ${rowTableSql(this.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data)
      values (${id}, nextval('tables.row_seq'), ${this.now}::timestamptz, ${this.now}::timestamptz, ${by}::jsonb, ${by}::jsonb, ${JSON.stringify(data)}::jsonb)`);
    await tx.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${this.id}, 1)`);
    return id;
  }

  async updateIn(tx: CommonQueryMethods, id: string, data: Cells): Promise<void> {
    const seq = await this.saveVersion(tx, id, 'u');
    await tx.query(sql.typeAlias('void')`
      update ${rowTableSql(this.row_table)} set data = data || ${JSON.stringify(data)}::jsonb, seq = ${seq}, updated_at = ${this.now}::timestamptz,
        updated_by = ${JSON.stringify(this.caller.actor)}::jsonb where id = ${id}`);
  }

  async deleteIn(tx: CommonQueryMethods, id: string): Promise<void> {
    await this.saveVersion(tx, id, 'd');
    await tx.query(sql.typeAlias('void')`delete from ${rowTableSql(this.row_table)} where id = ${id}`);
    await tx.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${this.id}, -1)`);
  }

  insert = (data: Cells, id?: string) => this.write((tx) => this.insertIn(tx, data, id));
  update = (id: string, data: Cells) => this.write((tx) => this.updateIn(tx, id, data));
  delete = (id: string) => this.write((tx) => this.deleteIn(tx, id));

  private saveVersion(tx: CommonQueryMethods, id: string, op: string): Promise<number> {
    return tx.oneFirst(sql.type(z.object({ to_seq: z.number() }))`
      insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by, updated_at,
        updated_by, ended_by, ended_at)
      select ${this.id}, id, seq, nextval('tables.row_seq'), ${op}, data, computed, errors, created_at, created_by, updated_at, updated_by,
        ${JSON.stringify(this.caller.actor)}::jsonb, ${this.now}::timestamptz
      from (select * from ${rowTableSql(this.row_table)} where id = ${id} for update) as h returning to_seq`);
  }

  /** Returns the rows ordered by id, without versions, with the cells of live columns by key. */
  async rows(from: ReturnType<typeof sql.fragment> = sql.fragment`${rowTableSql(this.row_table)}`, schema?: Schema) {
    const { columns } = schema ?? (await this.schema());
    const found = await this.ports.database.any(sql.type(RowTableRow)`select ${rowColumnsSql} from ${from} as r order by id`);
    return found.map(({ seq: _, data, computed: __, errors: ___, ...row }) => ({
      ...row,
      data: Object.fromEntries(columns.flatMap(({ key, cid }) => (data[cid] === undefined ? [] : [[key, data[cid]]]))),
    }));
  }

  /** Returns the computed cells of each row by key. */
  async computed() {
    const { columns } = await this.schema();
    const found = await this.ports.database.any(
      sql.type(RowTableRow)`select ${rowColumnsSql} from ${rowTableSql(this.row_table)} order by id`,
    );
    return found.map(({ computed }) =>
      Object.fromEntries(columns.flatMap(({ key, cid }) => (computed[cid] === undefined ? [] : [[key, computed[cid]]]))),
    );
  }

  /** Returns everything that a restore reverts. */
  async state() {
    const { columns, title, plural_label } = await this.schema();
    const views = await this.ports.database.any(
      sql.type(
        z.object({ id: z.string(), name: z.string(), is_default: z.boolean(), config: z.unknown(), created_at: z.number() }),
      )`select id, name, is_default, config, created_at from tables.view where table_id = ${this.id} order by id`,
    );
    return {
      rows: await this.rows(),
      columns: columns.map(({ version: _, updated_at: __, ...column }) => column),
      views,
      title: title?.id ?? null,
      plural_label,
    };
  }

  /** Returns the number of rows by the stored row counts. */
  countedRows(): Promise<number> {
    return this.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select coalesce(sum(delta), 0)::int8 as count from tables.row_count_delta where table_id = ${this.id}`);
  }
}
