import type { CallContext } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { withOptions } from '../cells/find-option.ts';
import { addOptions } from '../columns/add-options.ts';
import { hasNoDependents, lockComputedTables } from '../compute/plan.ts';
import { type EvaluateFormulas, evaluateForCall } from '../formulas/evaluate-formulas.ts';
import type { NamedThings } from '../present/row-response.ts';
import { findInverseLinks, type InverseLink } from '../query/linked-row-tables.queries.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { lockForWriting, lockTableLinks } from '../schema/locks.queries.ts';
import { type Column, type Option, type Schema, withColumns } from '../schema/schema.ts';
import type { ReferencedTables, SchemaCache } from '../schema/schema-cache.ts';
import type { Drafts } from './draft-rows.ts';
import { findReferencedTables } from './references.ts';

/**
 * The steps of a write.
 *
 * 1. Cells are validated without the database (draft-rows.ts). Contacts and assets are resolved over the bus
 * (resolve-named.ts), and the linked tables are read (`prepareWrite`). None of this runs inside the transaction.
 *
 * 2. New rows that need no other row are written by one statement (insert-independent-rows.ts). Everything else takes
 * these steps in one transaction.
 *
 * 3. `beginWrite` takes the computation locks, the locks of other tables by id, and the row locks by id.
 *
 * 4. Links are resolved, and the linked rows are locked against deletion (references.ts).
 *
 * 5. Cells are computed. One statement writes the rows and their old versions (rows.queries.ts).
 *
 * 6. Links of inverse columns are stored in the other table (inverse-links.ts).
 *
 * 7. Dependent cells are recomputed, and each changed row emits its event (emit-row-events.ts). Events leave with the
 * commit.
 *
 * A row that only displays data of a changed row, such as its title or a lookup, gets no new version and no event.
 */
export interface PreparedWrite extends NamedThings {
  readonly schema: Schema;
  readonly new_options: ReadonlyMap<Column, readonly Option[]>;
  readonly targets: ReferencedTables;
  readonly inverse_links: ReadonlyMap<string, InverseLink>;
  /** True if no other row is computed from rows of this table, and its rows are computed from no other row. */
  readonly has_no_dependents: boolean;
}

/** A transaction that writes rows of one table. */
export interface WriteContext extends PreparedWrite {
  readonly tx: CommonQueryMethods;
  readonly schemas: SchemaCache;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Evaluates formulas as long as the call has time. */
  readonly evaluate: EvaluateFormulas;
  /** Ids of written rows for whose formulas the call had no time; a job computes them. */
  readonly late: Set<string>;
  /** Adds an event to the outbox of the transaction. */
  readonly emit: (type: never, data: never) => void;
}

/** A transaction with the time of its start. */
export type WriterTransaction = CommonQueryMethods & { readonly now: string; emit(type: never, data: never): void };

/** Dependencies of the write operations. */
export interface WritePorts {
  readonly ports: Ports;
  readonly schemas: SchemaCache;
}

/** Reads the data that a write needs and must not query inside its transaction. */
export async function prepareWrite(
  { ports, schemas }: WritePorts,
  schema: Schema,
  { contacts, assets }: NamedThings,
  new_options: Drafts['new_options'] = new Map(),
): Promise<PreparedWrite> {
  return {
    schema,
    new_options,
    contacts,
    assets,
    targets: await findReferencedTables(schemas.findCurrent, schema),
    inverse_links: await findInverseLinks(ports.database, schema),
    has_no_dependents: await hasNoDependents(ports.database, schema),
  };
}

/** Takes the locks of a write, adds new choices and returns its context. */
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
    // Only one transaction at a time writes links into another table. Two of them would lock its rows in different
    // orders.
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
    evaluate: evaluateForCall(),
    late: new Set(),
    emit: (type, data) => tx.emit(type, data),
  };
}

/** Returns the schema with the choices that this transaction adds. */
function withNewOptions(schema: Schema, added: ReadonlyMap<Column, readonly Option[]>): Schema {
  if (added.size === 0) return schema;
  return withColumns(
    schema,
    schema.columns.map((column) => withOptions(column, added.get(column))),
  );
}
