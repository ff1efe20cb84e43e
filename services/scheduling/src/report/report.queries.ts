import { MAX_REPORTED, submissionStatuses } from '@space/contracts/scheduling';
import { inPeriod, type Period, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The submissions of a form, all or those sent in a period. */
export interface SubmissionRange extends Period {
  readonly space: string;
  readonly form: string;
}

const matching = ({ space, form, since, until }: SubmissionRange) => sql.fragment`s.space_id = ${space} and s.form_id = ${form}
  ${inPeriod(sql.fragment`s.created_at`, { since, until })}`;

/**
 * Returns a select of the answers and quizzes of the newest confirmed submissions, at most `MAX_REPORTED`. The size of a
 * long value is part of the pointer to it, so the answers beyond it are not read.
 */
const newest = (range: SubmissionRange) => sql.fragment`(
  select data, quiz from (
    select recent.data, recent.quiz, sum(pg_column_size(recent.data)) over (order by recent.id desc) as bytes
    from (
      select s.id, s.data, s.quiz from scheduling.form_submission as s where ${matching(range)} and s.status = 'confirmed'
      order by s.id desc limit ${MAX_REPORTED.submissions}
    ) as recent
  ) as measured where bytes <= ${MAX_REPORTED.bytes})`;

/** Counts the submissions that the other queries of a report sum up. */
export const countNewest = (database: CommonQueryMethods, range: SubmissionRange) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from ${newest(range)} as s`);

/** Counts submissions by status. */
export const countByStatus = (database: CommonQueryMethods, range: SubmissionRange, now: string) =>
  database.any(sql.type(z.object({ status: z.enum(submissionStatuses), count: z.number() }))`
    select case when s.status = 'pending_confirmation' and s.confirm_until <= ${now}::timestamptz then 'expired' else s.status end as status,
      count(*) as count
    from scheduling.form_submission as s where ${matching(range)} group by 1`);

/** Counts the confirmed submissions that answer each field, and averages the answers that are numbers. */
export const countByField = (database: CommonQueryMethods, range: SubmissionRange) =>
  database.any(sql.type(z.object({ key: z.string(), count: z.number(), average: z.number().nullable() }))`
    select a.key, count(*) as count, avg((a.value #>> '{}')::numeric) filter (where jsonb_typeof(a.value) = 'number')::float8 as average
    from ${newest(range)} as s cross join lateral jsonb_each(s.data) as a group by a.key`);

/** Counts each answer to the given fields, at most `most` answers per field; each element of a list counts. */
export const countByAnswer = (database: CommonQueryMethods, range: SubmissionRange, keys: readonly string[], most: number) =>
  database.any(sql.type(z.object({ key: z.string(), value: z.string(), count: z.number() }))`
    select key, value, count from (
      select a.key, part.value, count(*) as count, row_number() over (partition by a.key order by count(*) desc, part.value) as place
      from ${newest(range)} as s cross join lateral jsonb_each(s.data) as a
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(a.value) when 'array' then a.value else jsonb_build_array(a.value) end) as part (value)
      where a.key = any(${sql.array([...keys], 'text')})
      group by a.key, part.value
    ) as counted where place <= ${most} order by key, place`);

/** Summarizes the quiz results of confirmed submissions. */
export const summarizeQuiz = (database: CommonQueryMethods, range: SubmissionRange) =>
  database.one(sql.type(z.object({ responses: z.number(), average_percent: z.number().nullable(), passed: z.number() }))`
    select count(*) as responses, avg((s.quiz ->> 'percent')::numeric)::float8 as average_percent,
      count(*) filter (where (s.quiz ->> 'passed')::boolean) as passed
    from ${newest(range)} as s where s.quiz is not null`);
