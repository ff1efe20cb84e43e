import type { Caller } from '@space/contracts/core';
import type { Schema } from '../schema/schema.ts';
import { assertActive } from '../schema/schema-cache.ts';
import type { WritePorts } from './write-context.ts';

/** Runs `act` with the schema of a table whose rows may be written, like `SchemaCache.withSchema`. */
export const withSchemaForWriting = <T>(
  { schemas }: WritePorts,
  { caller, input }: { readonly caller: Caller; readonly input: { readonly table_id: string } },
  act: (schema: Schema) => Promise<T>,
): Promise<T> =>
  schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
    assertActive(schema);
    return act(schema);
  });
