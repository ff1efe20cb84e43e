import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Schema } from './schema.ts';

/** Returns a condition that holds only while the schema is current, for the `where` of a statement that reads rows. */
export const currentSchemaSql = ({ space_id, table_id, schema_version, status_version }: Schema): FragmentSqlToken => sql.fragment`
  exists (select from tables.user_table where space_id = ${space_id} and id = ${table_id}
    and schema_version = ${schema_version} and status_version = ${status_version})`;

/** Returns a condition that holds while the columns are current except for `pending`, which a writing transaction itself may change. */
export const currentColumnsSql = ({ space_id, table_id, schema_version }: Schema): FragmentSqlToken => sql.fragment`
  exists (select from tables.user_table where space_id = ${space_id} and id = ${table_id} and schema_version = ${schema_version})`;
