import { type Database, sql } from '@space/database';
import { z } from 'zod';

/** Resolves if Postgres answers; rejects with the reason otherwise. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.query(sql.type(z.unknown())`select 1`);
}
