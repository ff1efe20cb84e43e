import { ProcessingWork } from '@space/contracts/assets';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Backlog = z.object({ work: ProcessingWork, count: z.number(), age: z.number() });

/** Returns by work how many files wait or are read, and the seconds since the oldest of them came. */
export const measureJobs = (database: CommonQueryMethods, now: string) =>
  database.any(sql.type(Backlog)`
    select work, count(*) as count, greatest(0, extract(epoch from ${now}::timestamptz - min(created_at)))::float8 as age
    from library.asset_processing where status = 'pending' group by work`);
