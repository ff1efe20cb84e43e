import { type Database, sql } from '@space/database';
import { z } from 'zod';

/** Returns the time of Postgres, in milliseconds since the epoch. */
export const readDatabaseTime = (database: Database): Promise<number> =>
  database.oneFirst(sql.type(z.object({ at: z.number() }))`select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
