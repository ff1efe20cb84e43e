import type { CallContext } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { withOptions } from '../cells/find-option.ts';
import { addOptions } from '../columns/add-options.ts';
import { hasNoDependents, lockComputedTables } from '../compute/plan.ts';
import type { Contacts } from '../present/row-response.ts';
import { findInverseLinks, type InverseLink } from '../query/linked-row-tables.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { lockForWriting, lockTableLinks } from '../schema/locks.queries.ts';
import { type Column, type Option, type Schema, withColumns } from '../schema/schema.ts';
import type { ReferencedTables, SchemaCache } from '../schema/schema-cache.ts';
import type { Drafts } from './draft-rows.ts';
import { findReferencedTables } from './references.ts';

/**
 * How rows are written.
 *
 * Cells are first checked without the database (draft-rows.ts), all errors at once. Then contacts are looked up over the
 * bus (people.ts), and the tables that are pointed to are read (`prepareWrite`): nothing of that happens inside the
 * transaction. New rows that need no other row are written by one statement (insert-plain.ts). All else is one
 * transaction: the locks of computing, those on the other tables by id, then rows by id (`beginWrite`); links are resolved and the
 * linked rows kept from being deleted (links.ts); computed cells are worked out; rows and their old images are written by
 * one statement (rows.queries.ts); mirrors write their links into the other table (mirrors.ts); what depends on all of it
 * is worked out again, and each row that changed tells of itself (tell-rows.ts). Events leave with the commit.
 *
 * What is not promised: rows that only show something of a row that changed, a title or a computed cell, get no new
 * version and no event.
 */
export interface PreparedWrite {
  readonly schema: Schema;
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
  readonly contacts: Contacts;
  readonly targets: ReferencedTables;
  readonly inverse_links: ReadonlyMap<string, InverseLink>;
  /** Whether no other row is worked out from rows of this table, nor these from others. */
  readonly has_no_dependents: boolean;
}

/** A transaction that writes rows of one table. */
export interface WriteContext extends PreparedWrite {
  readonly tx: CommonQueryMethods;
  readonly schemas: SchemaCache;
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
  readonly schemas: SchemaCache;
}

/** Reads what a transaction needs to know and must not ask for while it is open. */
export async function prepareWrite(
  { ports, schemas }: WritePorts,
  schema: Schema,
  contacts: Contacts,
  new_options: Drafts['new_options'] = new Map(),
): Promise<PreparedWrite> {
  return {
    schema,
    new_options,
    contacts,
    targets: await findReferencedTables(schemas.findCurrent, schema),
    inverse_links: await findInverseLinks(ports.database, schema),
    has_no_dependents: await hasNoDependents(ports.database, schema),
  };
}

/** Takes the locks of a transaction that writes rows, adds new choices, and answers what the rest of it works with. */
export async function beginWrite(
  tx: WriterTransaction,
  { schemas }: WritePorts,
  { caller }: Pick<CallContext, 'caller'>,
  prepared: PreparedWrite,
  writesInverse = false,
): Promise<WriteContext> {
  const { schema } = prepared;
  const others = writesInverse ? columnRolesOf(schema).inverse_references.map(({ reference }) => reference!.table_id) : [];
  if (!prepared.has_no_dependents) await lockComputedTables(tx, schema);
  for (const id of [...new Set([...others, schema.table_id])].toSorted()) {
    if (id === schema.table_id) await lockForWriting(tx, schema);
    // Who writes links into another table is alone in that: two of them would lock its rows in crossing orders.
    if (others.includes(id)) await lockTableLinks(tx, schema.space_id, id);
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
  return withColumns(
    schema,
    schema.columns.map((column) => withOptions(column, added.get(column))),
  );
}
