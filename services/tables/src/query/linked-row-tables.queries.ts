import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { findRowTables } from '../schema/schema.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** The stored side of an inverse column: the cells `cid` in the row table of the other table. */
export interface InverseLink {
  readonly row_table: string;
  readonly cid: string;
}

/** Returns true for a column that shows links which the other table stores. */
export const isInverse = ({ reference }: Column): boolean => reference?.is_inverse === true;

const inverseLinks = new WeakMap<Schema, Promise<ReadonlyMap<string, InverseLink>>>();
const rowTables = new WeakMap<Schema, Promise<ReadonlyMap<string, string>>>();

/** Returns the stored sides of the inverse columns of a table, by column id; one whose other side is deleted is missing. */
export const findInverseLinks = (database: CommonQueryMethods, schema: Schema): Promise<ReadonlyMap<string, InverseLink>> =>
  cached(inverseLinks, schema, () => readInverseLinks(database, schema));

/** Returns the row tables that the reference columns of a table point to, by table id. */
export const findReferencedRowTables = (database: CommonQueryMethods, schema: Schema): Promise<ReadonlyMap<string, string>> =>
  cached(rowTables, schema, () => readRowTables(database, schema));

/** Returns what `read` resolves to, read once per schema; an error is not cached. */
function cached<T>(cache: WeakMap<Schema, Promise<T>>, schema: Schema, read: () => Promise<T>): Promise<T> {
  const known = cache.get(schema);
  if (known) return known;
  const found = read();
  cache.set(schema, found);
  found.catch(() => cache.delete(schema));
  return found;
}

async function readRowTables(database: CommonQueryMethods, { space_id, columns }: Schema): Promise<ReadonlyMap<string, string>> {
  const tables = columns.flatMap(({ reference }) => (reference && !reference.is_inverse ? [reference.table_id] : []));
  if (tables.length === 0) return new Map();
  const found = await findRowTables(database, space_id, tables);
  return new Map(found.map(({ id, row_table }) => [id, row_table]));
}

const InverseLinkRow = z.object({ id: z.string(), row_table: z.string(), cid: z.string() });

async function readInverseLinks(database: CommonQueryMethods, { space_id, columns }: Schema): Promise<ReadonlyMap<string, InverseLink>> {
  const inverse = columns.filter(isInverse);
  if (inverse.length === 0) return new Map();
  const symmetricIds = inverse.map(({ reference }) => reference!.symmetric_column_id ?? '');
  const others = await database.any(sql.type(InverseLinkRow)`
    select c.id, t.row_table, c.cid from tables.user_column as c
    join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where c.space_id = ${space_id} and c.deleted_at is null and c.id = any(${sql.array(symmetricIds, 'text')})`);
  const byId = new Map(others.map(({ id, row_table, cid }) => [id, { row_table, cid }]));
  return new Map(
    inverse.flatMap(({ id, reference }) => {
      const other = byId.get(reference!.symmetric_column_id ?? '');
      return other ? [[id, other] as const] : [];
    }),
  );
}
