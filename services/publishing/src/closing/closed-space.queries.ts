import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** Notes that a Space is closed, or that it is open again. */
export const setClosed = (database: CommonQueryMethods, space: string, closed: boolean) =>
  closed
    ? database.query(sql.typeAlias('void')`insert into publishing.closed_space (space_id) values (${space}) on conflict do nothing`)
    : database.query(sql.typeAlias('void')`delete from publishing.closed_space where space_id = ${space}`);
