import { fileURLToPath } from 'node:url';
import type { Handlers } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import type { Caller } from '@space/contracts/core';
import { rows, tables } from '@space/contracts/tables';
import { type Service, serving } from '@space/runtime';
import { callAs, startServices, type TestServices } from '@space/runtime/testing';
import { aggregateHandler } from '../src/rows/aggregate.ts';
import { readRowHandlers } from '../src/rows/list-rows.ts';
import { createSchemaCache } from '../src/schema/schema-cache.ts';
import { makeTable, type TestColumn } from './testing-table.ts';

/** The contacts in the directory of these tests. */
const people = [
  {
    id: 'con_ada',
    name: 'Ada',
    first_name: 'Ada',
    email: 'ada@example.com',
    phone: null,
    company: null,
    line_of_work: null,
    location: null,
    bio: null,
    custom_fields: {},
    tags: [],
  },
];

/** The read operations of the service, with their own directory of contacts. */
const readers: Service = {
  name: 'tables',
  schema: 'tables',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const schemas = createSchemaCache(ports.database);
    return {
      serves: [
        serving(rows, readRowHandlers(ports, schemas) as Handlers<typeof rows>),
        serving(tables, { aggregate: aggregateHandler(ports, schemas) } as Handlers<typeof tables>),
        serving(contactDirectory, {
          resolve: async ({ input: { ids } }) => ({ contacts: people.filter(({ id }) => ids.includes(id)) }),
          capture: async () => people[0]!,
        }),
      ],
    };
  },
};

/** Starts a service with the read operations only. */
export const startReaders = (): Promise<TestServices> => startServices([readers]);

type ListArguments = Omit<Parameters<typeof listOf>[2], 'table_id'>;

const listOf = (ports: TestServices['ports'], caller: Caller, args: (typeof rows)['operations']['list']['input']['_input']) =>
  callAs(ports, caller)(rows, 'list', args);

/** Creates a table with functions that list its rows. */
export async function tableWith(space: TestServices, columns: Record<string, TestColumn>, caller?: Caller) {
  const table = await makeTable(space.ports, columns, caller);
  const call = callAs(space.ports, table.caller);
  const list = (args: ListArguments = {}) => listOf(space.ports, table.caller, { table_id: table.table_id, ...args });
  return {
    ...table,
    call,
    list,
    /** Returns the ids of the listed rows. */
    ids: async (args?: ListArguments) => (await list({ limit: 200, ...args })).data.map(({ id }) => id),
    /** Returns the titles of the listed rows. */
    titles: async (args?: ListArguments) => (await list({ limit: 200, ...args })).data.map(({ title }) => title),
  };
}
