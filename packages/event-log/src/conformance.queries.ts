import { type Database, sql } from '@space/database';
import { z } from 'zod';

/** Returns the number of events in an outbox. */
export const countOutbox = (database: Database, schema: string): Promise<number> =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from ${sql.identifier([schema, 'outbox'])}`);

/** Returns the highest seq among the cursors of an outbox. */
export const maxCursor = (database: Database, schema: string): Promise<number> =>
  database.oneFirst(sql.type(z.object({ seq: z.number() }))`select max(seq) as seq from ${sql.identifier([schema, 'outbox_cursor'])}`);
