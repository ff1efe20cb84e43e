import { type CallContext, request } from '@space/bus';
import { formAssetId, MAX_SHOWN_ASSETS, sortedAssetIds } from '@space/contracts/assets';
import { type ContactBlock as ContactBlockSchema, contactDirectory } from '@space/contracts/contacts';
import type { FieldError } from '@space/contracts/core';
import {
  type Answers,
  CONFIRMATION_HOURS,
  type formConfirmationRequested,
  type formSubmission,
  type QuizResult,
} from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import type { z } from 'zod';
import { findUnusedFiles } from '../form-files/form-files.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { toCapturedContact } from './contact-fields.ts';
import { scoreQuiz } from './quiz-result.ts';
import type { NewSubmission } from './submissions.queries.ts';

/** Validated data: the answers to store with the ids of their files, and all errors. */
export interface ValidatedSubmission {
  readonly answers: Answers;
  readonly files: readonly string[];
  readonly quiz: QuizResult | null;
  /** Errors with the key of their field as path, in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** A submission that only has to be written, with its event. */
export interface PreparedSubmission {
  readonly row: NewSubmission;
  readonly files: readonly string[];
  readonly contact: ContactBlock | null;
  /** The event of a confirmed submission; null with double opt-in. */
  readonly submission_event: z.input<typeof formSubmission.data> | null;
  /** The event that requests the confirmation; null without double opt-in. */
  readonly confirmation_event: z.input<typeof formConfirmationRequested.data> | null;
}

type ContactBlock = z.output<typeof ContactBlockSchema>;

/**
 * The processing of every submission: from the API, a public page or a booking page.
 *
 * `validate` checks the data against the form and returns all errors together. `prepare` captures the contact over the bus,
 * so it runs before the transaction, and returns what has to be written; the caller writes it in its own transaction. With
 * double opt-in only the submission is written. The program that receives `confirmation_event` creates a link and mails it
 * (confirmation-link.ts); the contact and the `form_submission` event follow when that link is confirmed
 * (public-forms/public-forms.ts).
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

/** Returns the pipeline of one process. */
export function createSubmissionPipeline({ bus, clock, database }: Pick<Ports, 'bus' | 'clock' | 'database'>): SubmissionPipeline {
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
      const needsConfirmation = form.double_opt_in;
      const contact = needsConfirmation ? null : await captureContact(bus, context, form, answers);
      const confirmUntil = needsConfirmation ? isoTime(now + CONFIRMATION_HOURS * HOUR_MS) : null;
      const row: NewSubmission = {
        space_id: form.space_id,
        id,
        form_id: form.id,
        form_version: form.fields_version,
        status: needsConfirmation ? 'pending_confirmation' : 'confirmed',
        data: answers,
        contact_id: contact?.id ?? null,
        source,
        quiz,
        page_visit,
        confirm_until: confirmUntil,
      };
      return {
        row,
        files,
        contact,
        submission_event: needsConfirmation ? null : submissionEventData(form, row, contact),
        confirmation_event: confirmUntil === null ? null : confirmationEventData(form, row, confirmUntil),
      };
    },
  };

  /** Returns the answers of file fields with the properties of their files. A missing or claimed file is an error. */
  async function resolveFiles(form: LoadedForm, answers: Answers) {
    const named = form.fields.filter(({ type, key }) => type === 'file' && Object.hasOwn(answers, key));
    if (named.length === 0) return { answers: {}, ids: [], errors: [] };
    const ids = named.flatMap(({ key }) => answers[key] as string[]);
    const found = new Map((await findUnusedFiles(database, form.space_id, form.id, ids)).map((file) => [file.id, file]));
    const errors: FieldError[] = [];
    const resolved: Answers = {};
    for (const { key } of named) {
      const facts = (answers[key] as string[]).map((id) => found.get(id)).filter((file) => file?.field_key === key);
      if (facts.length < (answers[key] as string[]).length)
        errors.push({
          path: key,
          code: 'unknown_file',
          message: 'names a file that was not uploaded for this field or belongs to a submission',
        });
      resolved[key] = facts.map((file) => ({ file_id: file!.id, name: file!.name, content_type: file!.content_type, size: file!.size }));
    }
    return { answers: resolved, ids, errors };
  }
}

/** Captures the contact of the person who answered; null when the answers hold no email. */
export async function captureContact(
  bus: Ports['bus'],
  context: CallContext,
  form: Pick<LoadedForm, 'fields'>,
  answers: Answers,
): Promise<ContactBlock | null> {
  const fields = toCapturedContact(form.fields, answers);
  return fields && request(bus, context, contactDirectory, 'capture', fields);
}

/** Returns the ids of the files in answers. */
const fileIdsIn = (answers: Answers): string[] =>
  Object.values(answers).flatMap((answer) =>
    Array.isArray(answer) ? answer.flatMap((one: unknown) => (isFileAnswer(one) ? [one.file_id] : [])) : [],
  );

const isFileAnswer = (answer: unknown): answer is { readonly file_id: string } =>
  typeof answer === 'object' && answer !== null && 'file_id' in answer && typeof answer.file_id === 'string';

/** Returns the data of the event of a submission. */
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
    asset_ids: sortedAssetIds(fileIdsIn(row.data).map(formAssetId)).slice(0, MAX_SHOWN_ASSETS),
    ...(contact && { contact_id: contact.id, contact }),
    ...(quiz && { score: { score: quiz.score, max_score: quiz.max_score, percent: quiz.percent, passed: quiz.passed } }),
  };
}

/** Returns the data of the event that requests a confirmation. */
export function confirmationEventData(
  form: Pick<LoadedForm, 'id' | 'name' | 'email'>,
  row: Pick<NewSubmission, 'id' | 'data'>,
  confirmUntil: string,
): z.input<typeof formConfirmationRequested.data> {
  return {
    form_id: form.id,
    form: form.name,
    submission_id: row.id,
    email: String(row.data[form.email!.key]),
    expires_at: confirmUntil,
  };
}
