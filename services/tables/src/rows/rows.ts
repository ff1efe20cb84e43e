import type { Handlers } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { Schemas } from '../schema/schema-cache.ts';
import { rowCreators } from './create-rows.ts';
import { rowDeleters } from './delete-rows.ts';
import { rowUpdaters } from './update-rows.ts';
import { rowUpserter } from './upsert-rows.ts';

/** The operations of rows that write. */
type RowWriters = Pick<Handlers<typeof rows>, 'create' | 'create_bulk' | 'update' | 'update_bulk' | 'delete' | 'delete_bulk' | 'upsert'>;

/** Answers the operations that write rows; how, is told in writing.ts. */
export function rowWriters(ports: Ports, schemas: Schemas): RowWriters {
  const on = { ports, schemas };
  const write = createWriter('tables', ports);
  return { ...rowCreators(on, write), ...rowUpdaters(on, write), ...rowDeleters(on, write), upsert: rowUpserter(on, write) };
}
