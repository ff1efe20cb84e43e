import type { Attempt } from '@space/contracts/events';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The key of one attempt: the webhook, the delivery and the attempt number. */
export interface AttemptKey {
  readonly id: string;
  readonly delivery_id: number;
  readonly number: number;
}

const AttemptRow = z.object({
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  attempt: z.custom<Attempt>(),
  secret: z.instanceof(Buffer),
});

/** Returns a stored attempt with its event and the sealed secret of its webhook, or null. */
export const findAttempt = (database: CommonQueryMethods, space: string, { id, delivery_id, number }: AttemptKey) =>
  database.maybeOne(sql.type(AttemptRow)`
    select e.id as event_id, e.type, e.body, attempt, l.sealed_secret as secret
    from events.delivery as d
    join events.event as e on e.id = d.event_id
    join events.listener as l on l.id = d.listener_id
    cross join unnest(d.log) as attempt
    where d.space_id = ${space} and d.listener_id = ${id} and d.id = ${delivery_id} and (attempt ->> 'number')::bigint = ${number}`);
