import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Schema } from './schema.ts';

/** Thrown when a statement found another version of the schema than the one it was built for. */
export class StaleSchemaError extends Error {
  constructor() {
    super('The schema changed since the statement was built.');
    this.name = 'StaleSchemaError';
  }
}

const SchemaVersion = z.object({ id: z.string(), schema_version: z.number(), status_version: z.number() });

/** Throws a `StaleSchemaError` if the schema is not current; for readers whose statement returned no row. */
export async function assertSchemaVersion(database: CommonQueryMethods, schema: Schema): Promise<void> {
  if (!(await isCurrentSchema(database, schema))) throw new StaleSchemaError();
}

/** Throws a `StaleSchemaError` if the columns are not current except for `pending`; for transactions that write. */
export async function assertColumnsVersion(tx: CommonQueryMethods, { space_id, table_id, schema_version }: Schema): Promise<void> {
  const [found] = await findSchemaVersions(tx, space_id, [table_id]);
  if (found?.schema_version !== schema_version) throw new StaleSchemaError();
}

/** Returns true if the table has these versions of the schema. */
export async function isCurrentSchema(database: CommonQueryMethods, schema: Schema): Promise<boolean> {
  const [found] = await findSchemaVersions(database, schema.space_id, [schema.table_id]);
  return found?.schema_version === schema.schema_version && found.status_version === schema.status_version;
}

/** Returns the schema versions of the tables that exist. */
export const findSchemaVersions = (database: CommonQueryMethods, space: string, tables: readonly string[]) =>
  database.any(sql.type(SchemaVersion)`
    select id, schema_version, status_version from tables.user_table where space_id = ${space} and id = any(${sql.array([...tables], 'text')})`);
