import { Problem } from '@space/contracts/core';
import { MAX_OPTIONS } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { assertDefinitionSize } from '../schema/definition-size.queries.ts';
import type { Column, Option, Schema } from '../schema/schema.ts';
import { appendOptions } from './columns.queries.ts';

/** Adds options that typecast cells created to a select column. Throws `limit_reached` for too many. Writers may call it under the shared lock. */
export async function addOptions(tx: CommonQueryMethods, schema: Schema, column: Column, options: readonly Option[]): Promise<void> {
  if (column.options.length + options.length > MAX_OPTIONS)
    throw new Problem('limit_reached', `${column.label} would have more than ${MAX_OPTIONS} choices; use a text column instead.`);
  await appendOptions(tx, schema, column.id, options);
  await assertDefinitionSize(tx, schema.space_id, schema.table_id);
}
