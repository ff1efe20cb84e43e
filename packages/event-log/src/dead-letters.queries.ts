import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { DeadLetter } from './event-log.ts';

/** Stores an event that a consumer group could not process in the table `dead_letter` of a schema. */
export const storeDeadLetter = (database: CommonQueryMethods, schema: string, group: string, { event_id, payload, reason }: DeadLetter) =>
  database.query(sql.typeAlias('void')`
    insert into ${sql.identifier([schema, 'dead_letter'])} (consumer, event_id, payload, reason)
    values (${group}, ${event_id}, ${sql.binary(Buffer.from(payload))}, ${reason})`);
