import { sql } from '@space/database';

/** Returns a value as a JSON parameter. */
export const jsonbSql = (value: unknown) => sql.fragment`${JSON.stringify(value)}::jsonb`;
