import { fileURLToPath } from 'node:url';
import { contactsService } from '@space/contacts';
import { contacts, type NewContact } from '@space/contracts/contacts';
import { columns, rows, tables } from '@space/contracts/tables';
import { type Service, serving } from '@space/runtime';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestPorts, type TestServices } from '@space/runtime/testing';
import type { z } from 'zod';
import { columnHandlers } from '../src/columns/columns.ts';
import { csvHandlers } from '../src/csv/csv.ts';
import { readRowHandlers } from '../src/rows/list-rows.ts';
import { writeRowHandlers } from '../src/rows/rows.ts';
import { createSchemaCache } from '../src/schema/schema-cache.ts';
import { tableHandlers } from '../src/tables/tables.ts';

/** The operations of tables, columns and rows, without background tasks. */
const tablesAlone: Service = {
  name: 'tables',
  schema: 'tables',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const schemas = createSchemaCache(ports.database);
    return {
      serves: [
        serving(tables, tableHandlers(ports, schemas)),
        serving(columns, columnHandlers(ports, schemas)),
        serving(rows, { ...readRowHandlers(ports, schemas), ...writeRowHandlers(ports, schemas), ...csvHandlers(ports, schemas) } as never),
      ],
    };
  },
};

/** Starts the services that rows need, without background tasks. */
export const startTables = (ports?: TestPorts): Promise<TestServices> => startServices([contactsService, tablesAlone], ports);

/** Returns a caller of a new Space, with functions that create tables and contacts and list events. */
export function newSpace({ ports }: TestServices) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  return {
    caller,
    call,
    /** Creates a table of these columns. The label of a column is its key by default. */
    table: async (name: string, ...definitions: readonly Record<string, unknown>[]) =>
      call(tables, 'create', { name, columns: definitions.map((column) => ({ label: String(column.key), ...column })) } as never),
    contact: async (name: string, email: string) => call(contacts, 'create', { name, email } as z.input<typeof NewContact>),
    /** Returns all row events of the Space, oldest first. */
    events: async () => (await emittedIn(ports.database, 'tables', caller.space_id)).filter(({ type }) => type.startsWith('table_row')),
  };
}

/** Returns the problem of a call that must fail. Throws when the call succeeds. */
export const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => {
      throw new Error('The call succeeded, but a problem was expected.');
    },
    (problem: { code: string; status: number; message: string; extras: { errors?: { path: string; code: string; message: string }[] } }) =>
      problem,
  );
