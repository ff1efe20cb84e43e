import type { CallContext } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { withOptions } from '../cells/find-option.ts';
import { addOptions } from '../columns/add-options.ts';
import { isAlone, lockComputing } from '../compute/plan.ts';
import type { People } from '../present/row-response.ts';
import { type Mirror, mirrorsOf } from '../query/query-context.queries.ts';
import { planOf } from '../schema/column-roles.ts';
import { lockForWriting, lockLinks } from '../schema/locks.queries.ts';
import type { Column, Option, Schema } from '../schema/schema.ts';
import type { Schemas, Targets } from '../schema/schema-cache.ts';
import type { Drafts } from './draft-rows.ts';
import { targetsOf } from './references.ts';

/**
 * How rows are written.
 *
 * Cells are first checked without the database (draft-rows.ts), all faults at once. Then contacts are looked up over the
 * bus (people.ts), and the tables that are pointed to are read (`prepareWriting`): nothing of that happens inside the
 * transaction. New rows that need no other row are written by one statement (insert-plain.ts). All else is one
 * transaction: the locks of computing, those on the other tables by id, then rows by id (`beginWriting`); links are resolved and the
 * linked rows kept from being deleted (links.ts); computed cells are worked out; rows and their old images are written by
 * one statement (rows.queries.ts); mirrors write their links into the other table (mirrors.ts); what depends on all of it
 * is worked out again, and each row that changed tells of itself (tell-rows.ts). Events leave with the commit.
 *
 * What is not promised: rows that only show something of a row that changed, a title or a computed cell, get no new
 * version and no event.
 */
export interface Prepared {
  readonly schema: Schema;
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
  readonly people: People;
  readonly targets: Targets;
  readonly mirrors: ReadonlyMap<string, Mirror>;
  /** Whether no other row is worked out from rows of this table, nor these from others. */
  readonly is_alone: boolean;
}

/** A transaction that writes rows of one table. */
export interface Writing extends Prepared {
  readonly tx: CommonQueryMethods;
  readonly schemas: Schemas;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Puts an event into the outbox when the transaction commits. */
  readonly emit: (type: never, data: never) => void;
}

/** A transaction of the writer. */
export type WriterTransaction = CommonQueryMethods & { readonly now: string; emit(type: never, data: never): void };

/** Where rows are written from. */
export interface WritePorts {
  readonly ports: Ports;
  readonly schemas: Schemas;
}

/** Reads what a transaction needs to know and must not ask for while it is open. */
export async function prepareWriting(
  { ports, schemas }: WritePorts,
  schema: Schema,
  people: People,
  new_options: Drafts['new_options'] = new Map(),
): Promise<Prepared> {
  return {
    schema,
    new_options,
    people,
    targets: await targetsOf(schemas.current, schema),
    mirrors: await mirrorsOf(ports.database, schema),
    is_alone: await isAlone(ports.database, schema),
  };
}

/** Takes the locks of a transaction that writes rows, adds new choices, and answers what the rest of it works with. */
export async function beginWriting(
  tx: WriterTransaction,
  { schemas }: WritePorts,
  { caller }: Pick<CallContext, 'caller'>,
  prepared: Prepared,
  writesMirrors = false,
): Promise<Writing> {
  const { schema } = prepared;
  const others = writesMirrors ? planOf(schema).mirrors.map(({ reference }) => reference!.table_id) : [];
  if (!prepared.is_alone) await lockComputing(tx, schema);
  for (const id of [...new Set([...others, schema.table_id])].toSorted()) {
    if (id === schema.table_id) await lockForWriting(tx, schema);
    // Who writes links into another table is alone in that: two of them would lock its rows in crossing orders.
    if (others.includes(id)) await lockLinks(tx, schema.space_id, id);
  }
  for (const [column, options] of prepared.new_options) await addOptions(tx, schema, column, options);
  return {
    ...prepared,
    schema: withNewOptions(schema, prepared.new_options),
    tx,
    schemas,
    caller,
    now: Date.parse(tx.now),
    emit: (type, data) => tx.emit(type, data),
  };
}

/** The schema with the choices that this transaction adds. */
function withNewOptions(schema: Schema, added: ReadonlyMap<Column, readonly Option[]>): Schema {
  if (added.size === 0) return schema;
  const columns = schema.columns.map((column) => withOptions(column, added.get(column)));
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    ...schema,
    columns,
    byId,
    byKey: new Map(columns.map((column) => [column.key, column])),
    title: (schema.title && byId.get(schema.title.id)) ?? null,
  };
}
