import { snapshots } from '@space/contracts/tables';
import { callAs, type TestServices } from '@space/runtime/testing';
import { rowVersions, type TestColumn, TestTable } from './time-machine.ts';

/** Creates a table with a name, an amount and `more` columns, with functions for snapshots and history. */
export async function newTableInTime({ ports }: TestServices, ...more: readonly TestColumn[]) {
  const table = await new TestTable(ports).create({ key: 'name' }, { key: 'amount', type: 'number' }, ...more);
  const call = callAs(ports, table.caller);
  const table_id = table.id;
  return {
    table,
    call,
    table_id,
    snap: async () => (await call(snapshots, 'create', { table_id })).id,
    restore: (snapshot_id: string) => call(snapshots, 'restore', { table_id, snapshot_id }),
    history: (row_id: string, page: { limit?: number; cursor?: string } = {}) =>
      call(rowVersions, 'history', { table_id, row_id, ...page }),
  };
}
