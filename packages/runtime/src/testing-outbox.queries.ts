import type { Event } from '@space/contracts/core';
import { type Database, sql } from '@space/database';
import { z } from 'zod';

/** Returns the events of a Space in the outbox of `schema`, oldest first. Running consumers remove them. */
export async function emittedIn(database: Database, schema: string, space: string): Promise<Event[]> {
  const rows = await database.any(sql.type(z.object({ body: z.string() }))`
    select body from ${sql.identifier([schema, 'outbox'])} where space_id = ${space} order by seq`);
  return rows.map(({ body }) => JSON.parse(body) as Event);
}
