import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Connection } from './connection.ts';

/** A thing at a provider. */
interface Thing {
  readonly kind: string;
  /** The id at the provider. */
  readonly source_id: string;
}

/** Makes other transactions of the connection that lock one of these things wait until this one ends; it need not exist. */
export const lockThings = (tx: CommonQueryMethods, { space_id, id }: Pick<Connection, 'space_id' | 'id'>, things: readonly Thing[]) =>
  tx.query(sql.typeAlias('void')`
    select from (
      select distinct hashtextextended(t.name, 0) as key from unnest(${sql.array(
        things.map(({ kind, source_id }) => `commerce ${kind} ${space_id} ${id} ${source_id}`),
        'text',
      )}) as t (name) order by 1) as k, lateral pg_advisory_xact_lock(k.key)`);
