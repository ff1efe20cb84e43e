import { MAX_REPEATED_EVENT_BYTES, MAX_REUSED_ANSWERS_BYTES } from '@space/contracts/events';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Builds the event that a run stores after its end, so that a call can repeat the run; null for a large one. */
export const repeatableEvent = (event: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case when octet_length(${event}) <= ${MAX_REPEATED_EVENT_BYTES}::int then ${event} end`;

/** Builds the answers of its actions that an unsuccessful run stores after its end, so that a call can repeat it from a later action. */
export const reusableAnswers = (answers: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case when octet_length(${answers}::text) <= ${MAX_REUSED_ANSWERS_BYTES}::int then ${answers} else '{}' end`;
