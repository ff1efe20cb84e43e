import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const BacklogRow = z.object({ status: z.string(), count: z.number(), late: z.number() });

/** Returns by status how many deliveries are unfinished, and the seconds that the most overdue one of them is late. */
export const measureBacklog = (database: CommonQueryMethods, now: string) =>
  database.any(sql.type(BacklogRow)`
    select d.status, count(*) as count,
           greatest(0, extract(epoch from ${now}::timestamptz - min(d.next_attempt_at) filter (where l.enabled)), 0)::float8 as late
    from (
      select listener_id, status, next_attempt_at from events.delivery where next_attempt_at is not null and lease is null
      union all
      select listener_id, status, next_attempt_at from events.delivery where lease is not null
    ) as d join events.listener as l on l.id = d.listener_id
    group by d.status`);

/** Returns by consumer group how many events are dead-lettered. */
export const countDeadLetters = (database: CommonQueryMethods) =>
  database.any(sql.type(z.object({ consumer: z.string(), count: z.number() }))`
    select consumer, count(*) from events.dead_letter group by consumer`);
