import type { Handlers } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { changeMatchingHandlers } from './change-matching.ts';
import { createRowHandlers } from './create-rows.ts';
import { deleteRowHandlers } from './delete-rows.ts';
import { updateRowHandlers } from './update-rows.ts';
import { upsertRowsHandler } from './upsert-rows.ts';

/** Operations that write rows. */
type RowWriters = Pick<
  Handlers<typeof rows>,
  'create' | 'create_bulk' | 'update' | 'update_bulk' | 'update_matching' | 'delete' | 'delete_bulk' | 'delete_matching' | 'upsert'
>;

/** Returns the handlers of the operations that write rows. The steps of a write are described in write-context.ts. */
export function writeRowHandlers(ports: Ports, schemas: SchemaCache): RowWriters {
  const dependencies = { ports, schemas };
  const write = createWriter('tables', ports);
  return {
    ...createRowHandlers(dependencies, write),
    ...updateRowHandlers(dependencies, write),
    ...deleteRowHandlers(dependencies, write),
    ...changeMatchingHandlers(dependencies, write),
    upsert: upsertRowsHandler(dependencies, write),
  };
}
