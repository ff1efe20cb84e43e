import type { Caller } from '@space/contracts';
import { Problem } from '@space/contracts';
import type { Schema } from '../schema.ts';
import { mustBeActive, mustBeCurrent } from '../schemas.ts';
import type { WritePorts } from './writing.ts';

/**
 * Calls `act` with the schema of a table whose rows may be written. What it refuses is refused only if the schema is still
 * the current one: a choice that another process has added is no fault.
 */
export const withSchemaForWriting = <T>(
  { ports, schemas }: WritePorts,
  { caller, input }: { readonly caller: Caller; readonly input: { readonly table_id: string } },
  act: (schema: Schema) => Promise<T>,
): Promise<T> =>
  schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
    try {
      mustBeActive(schema);
      return await act(schema);
    } catch (error) {
      if (error instanceof Problem) await mustBeCurrent(ports.database, schema);
      throw error;
    }
  });
