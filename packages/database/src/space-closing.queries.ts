import type { CommonQueryMethods } from 'slonik';
import { sql } from './database.ts';

/** Notes in the table `closed_space` of a schema that a Space is closed, or that it is open again. */
export const setSpaceClosed = (database: CommonQueryMethods, schema: string, space: string, closed: boolean) => {
  const table = sql.identifier([schema, 'closed_space']);
  return closed
    ? database.query(sql.typeAlias('void')`insert into ${table} (space_id) values (${space}) on conflict do nothing`)
    : database.query(sql.typeAlias('void')`delete from ${table} where space_id = ${space}`);
};
