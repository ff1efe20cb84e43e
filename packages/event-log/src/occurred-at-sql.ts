import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Characters at the start of an event's text that contain `occurred_at`, which stands before the data (`createEvent`). */
const START_CHARACTERS = 400;

/** Builds the time at which an event occurred, from its text; it reads only the start, since the data can be long. */
export const occurredAt = (body: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`substring(left(${body}, ${START_CHARACTERS}) from '"occurred_at":"([^"]+)"')::timestamptz`;
