import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { rowDirectory } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { findRowIds } from './row-directory.queries.ts';

/** Creates the handler that says which rows exist. Rows of an archived table exist. */
export function rowDirectoryHandlers({ database }: Pick<Ports, 'database'>, schemas: SchemaCache): Handlers<typeof rowDirectory> {
  const idsIn = (space: string, table: string, ids: readonly string[]) =>
    schemas
      .withSchema(space, table, (schema) => findRowIds(database, schema, ids))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return [];
        throw error;
      });

  return {
    async find({ input, caller }) {
      const byTable = [...Map.groupBy(input.rows, ({ table_id }) => table_id)];
      const found = byTable.map(async ([table_id, rows]) => {
        const ids = rows.map(({ id }) => id);
        return (await idsIn(caller.space_id, table_id, ids)).map((id) => ({ table_id, id }));
      });
      return { rows: (await Promise.all(found)).flat() };
    },
  };
}
