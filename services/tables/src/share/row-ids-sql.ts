import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Returns a condition for the row `r` to have one of these ids. */
export const hasIdSql = (ids: readonly string[]): FragmentSqlToken => sql.fragment`r.id = any(${sql.array([...ids], 'text')})`;
