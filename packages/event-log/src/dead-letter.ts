import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { ConsumerGroup, DeadLetter } from './event-log.ts';

/** Keeps what a consumer group could not handle, in the table `dead_letter` of a schema, for a person to look at. */
export const storeDeadLetter = (
  database: CommonQueryMethods,
  schema: string,
  group: ConsumerGroup,
  { event_id, payload, reason }: DeadLetter,
) =>
  database.query(sql.typeAlias('void')`
    insert into ${sql.identifier([schema, 'dead_letter'])} (consumer, event_id, payload, reason)
    values (${group}, ${event_id}, ${sql.binary(Buffer.from(payload))}, ${reason})`);
