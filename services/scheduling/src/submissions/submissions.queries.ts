import { QuizResult, submissionStatuses } from '@space/contracts/scheduling';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const time = (column: string) => wireTime(sql.fragment`${sql.identifier(['s', column])}`);

/** One that waits is over when its time is, whether or not the janitor has been there. */
const statusAt = (now: string) => sql.fragment`
  case when s.status = 'pending_confirmation' and s.confirm_until <= ${now}::timestamptz then 'expired' else s.status end`;

const wireFields = (now: string) => sql.fragment`s.id, ${time('created_at')} as created_at, ${time('updated_at')} as updated_at,
  s.form_id, s.form_version, ${statusAt(now)} as status, s.data, s.contact_id, s.source, s.quiz,
  ${time('confirmed_at')} as confirmed_at, ${time('confirm_until')} as confirm_until`;

/** Which submissions a list shows. */
interface SubmissionListRequest {
  readonly id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: string | undefined;
  readonly since?: string | undefined;
  readonly include_total: boolean;
}

/** The page of what was sent through a form, newest first. */
export function listSubmissions(
  space: string,
  { id, limit, cursor, status, since, include_total }: SubmissionListRequest,
  now: string,
): PageQuery {
  const matching = sql.fragment`s.space_id = ${space} and s.form_id = ${id}
    ${status ? sql.fragment`and ${statusAt(now)} = ${status}` : sql.fragment``}
    ${since ? sql.fragment`and s.created_at >= ${since}::timestamptz` : sql.fragment``}`;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(s.id)::text as key, (select row_to_json(r) from (select ${wireFields(now)}) as r)::text as item
      from scheduling.form_submission as s
      where ${matching} ${cursor ? sql.fragment`and s.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``}
      order by s.id desc limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from scheduling.form_submission as s where ${matching}` : undefined,
  };
}

/** The JSON of what was sent through a form, with the fields of its version, or null. */
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
  /** Milliseconds since the epoch, like the other times. */
  confirmed_at: z.number().nullable(),
  token_sent_at: z.number().nullable(),
  confirm_until: z.number().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** What was sent through a form, as it is stored. */
export type SubmissionRow = z.output<typeof SubmissionRow>;

const columns = sql.fragment`space_id, id, form_id, form_version, status, data, contact_id, source, quiz, confirmed_at, token_sent_at, confirm_until, created_at, updated_at`;

/** What was sent through a form, locked until the transaction ends, or null. */
export const lockSubmission = (tx: CommonQueryMethods, space: string, form: string, id: string) =>
  tx.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where space_id = ${space} and form_id = ${form} and id = ${id} for update`);

/** What a link confirms, or null when no link has this token any more. */
export const findSubmissionByToken = (database: CommonQueryMethods, form: string, tokenHash: Buffer) =>
  database.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where token_hash = ${sql.binary(tokenHash)} and form_id = ${form}`);

/** What was sent from one opening of a public page, or null. */
export const findSubmissionByVisit = (database: CommonQueryMethods, space: string, form: string, visit: string) =>
  database.maybeOne(sql.type(SubmissionRow)`
    select ${columns} from scheduling.form_submission where space_id = ${space} and form_id = ${form} and page_visit = ${visit}`);

/** What a submission is stored from. */
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
  readonly token_hash: Buffer | null;
  /** ISO 8601. */
  readonly confirm_until: string | null;
}

/** Returns the statement that inserts a submission, for a write of one statement. */
export const insertSubmissionSql = (one: NewSubmission, now: string): FragmentSqlToken => sql.fragment`
  insert into scheduling.form_submission
    (space_id, id, form_id, form_version, status, data, contact_id, source, quiz, page_visit, confirmed_at, token_hash, token_sent_at, confirm_until, created_at, updated_at)
  values (${one.space_id}, ${one.id}, ${one.form_id}, ${one.form_version}, ${one.status}, ${JSON.stringify(one.data)}::jsonb, ${one.contact_id},
          ${one.source}, ${one.quiz === null ? null : JSON.stringify(one.quiz)}::jsonb, ${one.page_visit},
          ${one.status === 'confirmed' ? now : null}::timestamptz, ${one.token_hash === null ? null : sql.binary(one.token_hash)}::bytea,
          ${one.token_hash === null ? null : now}::timestamptz, ${one.confirm_until}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
  returning id`;

/** Inserts a submission. */
export const insertSubmission = (tx: CommonQueryMethods, submission: NewSubmission, now: string) =>
  tx.query(sql.type(z.object({ id: z.string() }))`${insertSubmissionSql(submission, now)}`);

/** Confirms what waits and is not over; answers whether it was this call that did. */
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

/** Gives what waits, or waited in vain, a new link; the old one is gone with its hash. */
export const renewToken = (tx: CommonQueryMethods, row: SubmissionRow, tokenHash: Buffer, until: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.form_submission
    set status = 'pending_confirmation', token_hash = ${sql.binary(tokenHash)}, token_sent_at = ${now}::timestamptz,
      confirm_until = ${until}::timestamptz, updated_at = ${now}::timestamptz
    where space_id = ${row.space_id} and id = ${row.id}`);

/** Deletes what was sent through a form, with its files. */
export const deleteSubmission = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from scheduling.form_submission where space_id = ${space} and id = ${id}`);
