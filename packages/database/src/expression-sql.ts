import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';

/** The text of a timestamp column as the wire shows it: ISO 8601 UTC with milliseconds. */
export const wireTime = (column: FragmentSqlToken) => sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The times between which something was made: the first is included, the second is not. */
export interface Period {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Builds the condition, with a leading `and`, that a time lies in a period. */
export const inPeriod = (time: FragmentSqlToken, { since, until }: Period): FragmentSqlToken => sql.fragment`
  ${since === undefined ? sql.fragment`` : sql.fragment`and ${time} >= ${since}::timestamptz`}
  ${until === undefined ? sql.fragment`` : sql.fragment`and ${time} < ${until}::timestamptz`}`;

/**
 * Returns a list of texts for the `any` or `unnest` of a prepared statement, whose length Postgres does not know when it plans. A plan
 * for one text looks cheaper than the plan for all calls, so Postgres would plan the statement again in each call.
 */
export const textsOfAnyLength = (texts: readonly string[]): FragmentSqlToken =>
  sql.fragment`(select ${sql.array([...texts], 'text')})::text[]`;

/** Returns a LIKE pattern that finds `text` literally anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
