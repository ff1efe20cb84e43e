import { type CallContext, request } from '@space/bus';
import { type ContactBlock as ContactBlockSchema, contactDirectory } from '@space/contracts/contacts';
import type { FieldError } from '@space/contracts/core';
import { CONFIRMATION_HOURS, type formConfirmationRequested, type formSubmission, type QuizResult } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { z } from 'zod';
import type { Answers } from '../answers/condition.ts';
import { findUnusedFiles } from '../form-files/form-files.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { hashSecret, newSecret } from '../secrets/link-secret.ts';
import { toCapturedContact } from './contact-fields.ts';
import { scoreQuiz } from './quiz-result.ts';
import type { NewSubmission } from './submissions.queries.ts';

/** What was validated: answers as they are kept, with the files they name, or everything that is wrong with them. */
export interface ValidatedSubmission {
  readonly answers: Answers;
  readonly files: readonly string[];
  readonly quiz: QuizResult | null;
  /** Each with the key of its field as its path, in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** A submission that only has to be written: what is stored, and what is told. */
export interface PreparedSubmission {
  readonly row: NewSubmission;
  readonly files: readonly string[];
  readonly contact: ContactBlock | null;
  /** The event of a submission that counts at once. */
  readonly submission_event: z.input<typeof formSubmission.data> | null;
  /**
   * With double opt-in: the event that asks for the confirmation. The submission keeps only a hash of its link; the link itself
   * is in this event, for whoever sends mail for the Space, and in the answer to whoever submitted through the API.
   */
  readonly confirmation_event: z.input<typeof formConfirmationRequested.data> | null;
}

type ContactBlock = z.output<typeof ContactBlockSchema>;

/**
 * The one way that answers go, from wherever they come: the API, the public page, a booking page.
 *
 * `validate` checks them against the form, all errors at once. `prepare` finds or makes the contact, over the bus and so before
 * any transaction, and says what has to be written. Whoever called writes it in the transaction of its own, with the event.
 * With double opt-in nothing but the submission itself comes about: no contact and no `form_submission`, until the link that
 * `confirmation_event` tells of is confirmed (form-page/form-pages.ts).
 */
export interface SubmissionPipeline {
  validate(form: LoadedForm, data: Readonly<Record<string, unknown>>): Promise<ValidatedSubmission>;
  prepare(
    context: CallContext,
    form: LoadedForm,
    validated: ValidatedSubmission,
    about: { readonly source: NewSubmission['source']; readonly page_visit?: string },
  ): Promise<PreparedSubmission>;
}

const HOUR_MS = 3_600_000;

/** The pipeline of one process. */
export function createSubmissionPipeline({
  bus,
  clock,
  config,
  database,
}: Pick<Ports, 'bus' | 'clock' | 'config' | 'database'>): SubmissionPipeline {
  const origin = publicOrigin(config);

  return {
    async validate(form, data) {
      const validated = form.compiled.validate(data);
      const files = await resolveFiles(form, validated.answers);
      return {
        answers: { ...validated.answers, ...files.answers },
        files: files.ids,
        quiz: form.quiz ? scoreQuiz(form.fields, form.quiz, validated) : null,
        errors: files.errors.length > 0 ? [...validated.errors, ...files.errors] : validated.errors,
      };
    },

    async prepare(context, form, { answers, files, quiz }, { source, page_visit = null }) {
      const now = clock.now();
      const id = newId('sub');
      const waits = form.double_opt_in;
      const contact = waits ? null : await captureContact(bus, context, form, answers);
      const token = waits ? newSecret() : null;
      const until = waits ? isoTime(now + CONFIRMATION_HOURS * HOUR_MS) : null;
      const row: NewSubmission = {
        space_id: form.space_id,
        id,
        form_id: form.id,
        form_version: form.fields_version,
        status: waits ? 'pending_confirmation' : 'confirmed',
        data: answers,
        contact_id: contact?.id ?? null,
        source,
        quiz,
        page_visit,
        token_hash: token === null ? null : hashSecret(token),
        confirm_until: until,
      };
      return {
        row,
        files,
        contact,
        submission_event: waits ? null : submissionEventData(form, row, contact),
        confirmation_event: token === null ? null : confirmationEventData(form, row, origin, token, until!),
      };
    },
  };

  /** The files that answers name, as the answers keep them; a file that is not there, or is part of another submission, is a error. */
  async function resolveFiles(form: LoadedForm, answers: Answers) {
    const named = form.fields.filter(({ type, key }) => type === 'file' && Object.hasOwn(answers, key));
    if (named.length === 0) return { answers: {}, ids: [], errors: [] };
    const ids = named.flatMap(({ key }) => answers[key] as string[]);
    const found = new Map((await findUnusedFiles(database, form.space_id, form.id, ids)).map((file) => [file.id, file]));
    const errors: FieldError[] = [];
    const kept: Answers = {};
    for (const { key } of named) {
      const facts = (answers[key] as string[]).map((id) => found.get(id)).filter((file) => file?.field_key === key);
      if (facts.length < (answers[key] as string[]).length)
        errors.push({ path: key, code: 'unknown_file', message: 'names a file that was not uploaded for it, or was sent already' });
      kept[key] = facts.map((file) => ({ file_id: file!.id, name: file!.name, content_type: file!.content_type, size: file!.size }));
    }
    return { answers: kept, ids, errors };
  }
}

/** Finds or makes the contact of whoever answered; null when the answers hold no email. */
export async function captureContact(
  bus: Ports['bus'],
  context: CallContext,
  form: Pick<LoadedForm, 'fields'>,
  answers: Answers,
): Promise<ContactBlock | null> {
  const fields = toCapturedContact(form.fields, answers);
  return fields && request(bus, context, contactDirectory, 'capture', fields);
}

/** What the event of a submission tells. */
export function submissionEventData(
  form: Pick<LoadedForm, 'id' | 'name'>,
  row: Pick<NewSubmission, 'id' | 'form_version' | 'data' | 'quiz'>,
  contact: ContactBlock | null,
): z.input<typeof formSubmission.data> {
  const { quiz } = row;
  return {
    form_id: form.id,
    form: form.name,
    form_version: row.form_version,
    submission_id: row.id,
    answers: row.data as Record<string, never>,
    ...(contact && { contact_id: contact.id, contact }),
    ...(quiz && { score: { score: quiz.score, max_score: quiz.max_score, percent: quiz.percent, passed: quiz.passed } }),
  };
}

/** What the event that asks for a confirmation tells. */
export function confirmationEventData(
  form: Pick<LoadedForm, 'id' | 'name' | 'email'>,
  row: Pick<NewSubmission, 'id' | 'data'>,
  origin: string,
  token: string,
  until: string,
): z.input<typeof formConfirmationRequested.data> {
  return {
    form_id: form.id,
    form: form.name,
    submission_id: row.id,
    email: String(row.data[form.email!.key]),
    confirmation_url: `${origin}/f/${form.id}/confirm/${token}`,
    expires_at: until,
  };
}
