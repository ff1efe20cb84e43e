import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';

/** The text of a timestamp column as the wire shows it: ISO 8601 UTC with milliseconds. */
export const wireTime = (column: FragmentSqlToken) => sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns a LIKE pattern that finds `text` literally anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
