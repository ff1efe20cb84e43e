import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from './connection.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

const PlaceRow = z.object({ space_id: z.string(), id: z.string() });

/** The kinds of regular work of a connection, by the column with the time of the next one. */
export type RegularWork = 'check' | 'transactions' | 'reconciliation';

/** Claims connections whose regular work is due, and sets the time of the next one; those of other processes are skipped. */
export const claimRegularWork = (database: CommonQueryMethods, work: RegularWork, now: string, next: string, limit: number) => {
  const column = sql.identifier([`next_${work}_at`]);
  return database.any(sql.type(PlaceRow)`
    update commerce.connection as c set ${column} = ${next}::timestamptz + random() * interval '30 seconds'
    from (select space_id, id from commerce.connection
      where ${column} <= ${now}::timestamptz order by ${column} limit ${limit} for update skip locked) as due
    where c.space_id = due.space_id and c.id = due.id
    returning c.space_id, c.id`);
};

const Times = z.object({ opened_at: z.string().nullable(), transactions_until: z.string().nullable(), created_at: z.string() });

/** Returns until when the money facts of a connection were read. */
export const findReadTimes = (database: CommonQueryMethods, { space_id, id }: Place) =>
  database.one(sql.type(Times)`
    select ${wireTime(sql.fragment`opened_at`)} as opened_at, ${wireTime(sql.fragment`transactions_until`)} as transactions_until,
      ${wireTime(sql.fragment`created_at`)} as created_at
    from commerce.connection where space_id = ${space_id} and id = ${id}`);

/** Stores until when the money facts of a connection were read. */
export const saveReadUntil = (tx: CommonQueryMethods, { space_id, id }: Place, until: string) =>
  tx.query(sql.typeAlias('void')`
    update commerce.connection set transactions_until = greatest(transactions_until, ${until}::timestamptz)
    where space_id = ${space_id} and id = ${id}`);
