import { Problem } from '@space/contracts/core';
import { MAX_OPTIONS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Column, Option, Schema } from '../schema/schema.ts';

/**
 * Adds choices to a select column, for cells that were taken for what they mean. Writers may do this under the shared
 * lock: it is one statement that adds what is not there yet, and readers of the schema need not know at once.
 */
export async function addOptions(tx: CommonQueryMethods, schema: Schema, column: Column, options: readonly Option[]): Promise<void> {
  if (column.options.length + options.length > MAX_OPTIONS)
    throw new Problem('limit_reached', `${column.label} would have more than ${MAX_OPTIONS} choices; use a text column instead.`);
  await tx.query(sql.typeAlias('void')`
    update tables.user_column set version = version + 1, options = options || (
      select coalesce(jsonb_agg(added), '[]') from jsonb_array_elements(${JSON.stringify(options)}::jsonb) as added
      where not exists (select from jsonb_array_elements(options) as known where known->>'id' = added->>'id'))
    where space_id = ${schema.space_id} and id = ${column.id}`);
  await tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, schema_version = schema_version + 1
    where space_id = ${schema.space_id} and id = ${schema.table_id}`);
}
