import { QuizResult, submissionStatuses } from '@space/contracts/scheduling';
import { inPeriod, listQuery, orderOf, type PageInput, type PageQuery, type Period, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { queueRemovals } from '../form-assets/removals-sql.ts';

const time = (column: string) => wireTime(sql.fragment`${sql.identifier(['s', column])}`);

/** Returns the status of a submission: an unconfirmed one expires with its link, before the retention task marks it. */
const statusAt = (now: string) => sql.fragment`
  case when s.status = 'pending_confirmation' and s.confirm_until <= ${now}::timestamptz then 'expired' else s.status end`;

const wireFields = (now: string) => sql.fragment`s.id, ${time('created_at')} as created_at, ${time('updated_at')} as updated_at,
  s.form_id, s.form_version, ${statusAt(now)} as status, s.data, s.contact_id, s.source, s.quiz,
  ${time('confirmed_at')} as confirmed_at, ${time('confirm_until')} as expires_at`;

/** The form, the paging and the filters of a list of submissions. */
interface SubmissionListRequest extends PageInput, Period {
  readonly id: string;
  readonly status?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly sort: string;
}

/** Returns the query of the submissions of a form. */
export const listSubmissions = (space: string, request: SubmissionListRequest, now: string): PageQuery =>
  listQuery(request, {
    from: sql.fragment`scheduling.form_submission as s`,
    alias: 's',
    where: sql.fragment`s.space_id = ${space} and s.form_id = ${request.id}
      ${request.status ? sql.fragment`and ${statusAt(now)} = ${request.status}` : sql.fragment``}
      ${inPeriod(sql.fragment`s.created_at`, request)}
      ${request.contact_id ? sql.fragment`and s.contact_id = ${request.contact_id}` : sql.fragment``}`,
    item: sql.fragment`(select row_to_json(r) from (select ${wireFields(now)}) as r)`,
    ...orderOf(request.sort, 's', {}),
  });

/** Returns the JSON of a submission with the fields of the version that it answers, or null. */
export const findSubmissionJson = (database: CommonQueryMethods, space: string, form: string, id: string, now: string) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select (select row_to_json(r) from (select ${wireFields(now)}, v.fields) as r)::text as json
    from scheduling.form_submission as s
    join scheduling.form_version as v on v.space_id = s.space_id and v.form_id = s.form_id and v.version = s.form_version
    where s.space_id = ${space} and s.form_id = ${form} and s.id = ${id}`);

const SubmissionRow = z.object({
  space_id: z.string(),
  id: z.string(),
  form_id: z.string(),
  form_version: z.number(),
  status: z.enum(submissionStatuses),
  data: z.record(z.string(), z.unknown()),
  contact_id: z.string().nullable(),
  source: z.enum(['api', 'page', 'booking']),
  quiz: QuizResult.nullable(),
  /** Times are milliseconds since the epoch. */
  confirmed_at: z.number().nullable(),
  token_sent_at: z.number().nullable(),
  confirm_until: z.number().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** A row of `form_submission`. */
export type SubmissionRow = z.output<typeof SubmissionRow>;

const columns = sql.fragment`space_id, id, form_id, form_version, status, data, contact_id, source, quiz, confirmed_at, token_sent_at, confirm_until, created_at, updated_at`;

/** Returns a submission of a form, locked until the transaction ends, or null. */
export const lockSubmission = (tx: CommonQueryMethods, space: string, form: string, id: string) =>
  tx.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where space_id = ${space} and form_id = ${form} and id = ${id} for update`);

/** Returns the submission that a confirmation link belongs to, or null. */
export const findSubmissionByToken = (database: CommonQueryMethods, form: string, tokenHash: Buffer) =>
  database.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where token_hash = ${sql.binary(tokenHash)} and form_id = ${form}`);

/** Returns the submission of one visit of a public page, or null. */
export const findSubmissionByVisit = (database: CommonQueryMethods, space: string, form: string, visit: string) =>
  database.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where space_id = ${space} and form_id = ${form} and page_visit = ${visit}`);

/** The values of a new submission. */
export interface NewSubmission {
  readonly space_id: string;
  readonly id: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly status: 'pending_confirmation' | 'confirmed';
  readonly data: Readonly<Record<string, unknown>>;
  readonly contact_id: string | null;
  readonly source: 'api' | 'page' | 'booking';
  readonly quiz: QuizResult | null;
  readonly page_visit: string | null;
  /** ISO 8601; null without double opt-in. */
  readonly confirm_until: string | null;
}

/** Returns the statement that inserts a submission, for a write of one statement. */
export const insertSubmissionSql = (one: NewSubmission, now: string): FragmentSqlToken => sql.fragment`
  insert into scheduling.form_submission
    (space_id, id, form_id, form_version, status, data, contact_id, source, quiz, page_visit, confirmed_at, token_sent_at, confirm_until, created_at, updated_at)
  values (${one.space_id}, ${one.id}, ${one.form_id}, ${one.form_version}, ${one.status}, ${JSON.stringify(one.data)}::jsonb, ${one.contact_id},
          ${one.source}, ${one.quiz === null ? null : JSON.stringify(one.quiz)}::jsonb, ${one.page_visit},
          ${one.status === 'confirmed' ? now : null}::timestamptz,
          ${one.confirm_until === null ? null : now}::timestamptz, ${one.confirm_until}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
  returning id`;

/** Inserts a submission. */
export const insertSubmission = (tx: CommonQueryMethods, submission: NewSubmission, now: string) =>
  tx.query(sql.type(z.object({ id: z.string() }))`${insertSubmissionSql(submission, now)}`);

/** Confirms an unconfirmed submission that has not expired. Returns false when another call confirmed it, or it has expired. */
export const confirmSubmission = async (
  tx: CommonQueryMethods,
  row: SubmissionRow,
  contact: string | null,
  now: string,
): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    update scheduling.form_submission
    set status = 'confirmed', confirmed_at = ${now}::timestamptz, contact_id = ${contact}, updated_at = ${now}::timestamptz
    where space_id = ${row.space_id} and id = ${row.id} and status = 'pending_confirmation' and confirm_until > ${now}::timestamptz
    returning id`)) !== null;

/** Makes an unconfirmed or expired submission wait for its confirmation again; its link stops working. */
export const waitAgain = (tx: CommonQueryMethods, row: SubmissionRow, until: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.form_submission
    set status = 'pending_confirmation', token_hash = null, token_sent_at = ${now}::timestamptz,
      confirm_until = ${until}::timestamptz, updated_at = ${now}::timestamptz
    where space_id = ${row.space_id} and id = ${row.id}`);

/** Stores the hash of the confirmation link of a submission; the link before stops working. */
export const setConfirmationToken = (tx: CommonQueryMethods, row: SubmissionRow, tokenHash: Buffer) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.form_submission set token_hash = ${sql.binary(tokenHash)} where space_id = ${row.space_id} and id = ${row.id}`);

/** Deletes a submission with its files; their assets follow. */
export const deleteSubmission = (tx: CommonQueryMethods & { readonly now: string }, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    with queued as (${queueRemovals(sql.fragment`f.space_id = ${space} and f.submission_id = ${id}`, tx.now)})
    delete from scheduling.form_submission where space_id = ${space} and id = ${id}`);
