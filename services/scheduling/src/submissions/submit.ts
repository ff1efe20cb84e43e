import type { Handler } from '@space/bus';
import { type FieldError, invalidFields, notFound } from '@space/contracts/core';
import { formConfirmationRequested, formSubmission, type forms, type SubmittedForm } from '@space/contracts/scheduling';
import { createWriter, replayIfStored } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { assertFormActive } from '../forms/assert-form-active.ts';
import type { FormLoader, LoadedForm } from '../forms/form-loader.ts';
import { notFoundIfDeleted } from '../forms/not-found-if-deleted.ts';
import type { PreparedSubmission, SubmissionPipeline } from './pipeline.ts';
import { findOutcome } from './quiz-result.ts';
import { insertSubmissionSql } from './submissions.queries.ts';
import { writeSubmission } from './write-submission.ts';

type Submit = (typeof forms)['operations']['submit'];

/** Returns the handler of `POST /forms/{id}/submit`, the same submission as one from the public page. */
export function submitHandler(ports: Ports, loader: FormLoader, pipeline: SubmissionPipeline): Handler<Submit> {
  const { database } = ports;
  const write = createWriter('scheduling', ports);
  return async (call) => {
    const { id, data } = call.input;
    const stored = await replayIfStored('scheduling', ports, call);
    if (stored) return stored;
    const form = await loader.find(database, call.caller.space_id, id);
    if (!form) throw notFound('form', id);
    assertFormActive(form);
    const validated = await pipeline.validate(form, data);
    if (validated.errors.length > 0) throw invalidFields(atDataPaths(validated.errors));
    const prepared = await pipeline.prepare(call, form, validated, { source: 'api' });
    if (prepared.files.length > 0)
      return notFoundIfDeleted(id, () =>
        write.write(call, async (tx) => {
          await writeSubmission(tx, prepared);
          return toSubmittedForm(form, prepared, tx.now);
        }),
      );
    return notFoundIfDeleted(id, () =>
      write.writeOne(call, (now) => ({
        prepare: 'forms-submit',
        change: insertSubmissionSql(prepared.row, now),
        answer: JSON.stringify(toSubmittedForm(form, prepared, now)),
        emit(event) {
          if (prepared.submission_event) event(formSubmission, prepared.submission_event);
          if (prepared.confirmation_event) event(formConfirmationRequested, prepared.confirmation_event);
        },
      })),
    );
  };
}

/** Returns errors of fields with their paths in the body of the call. */
const atDataPaths = (errors: readonly FieldError[]): FieldError[] => errors.map((error) => ({ ...error, path: `data.${error.path}` }));

/** Returns the answer to a submission. */
function toSubmittedForm(form: LoadedForm, { row }: PreparedSubmission, now: string): z.output<typeof SubmittedForm> {
  const outcome = form.quiz && row.quiz ? findOutcome(form.quiz, row.quiz) : undefined;
  return {
    id: row.id,
    created_at: now,
    updated_at: now,
    form_id: row.form_id,
    form_version: row.form_version,
    status: row.status,
    data: row.data as Record<string, never>,
    contact_id: row.contact_id,
    source: row.source,
    quiz: row.quiz,
    confirmed_at: row.status === 'confirmed' ? now : null,
    expires_at: row.confirm_until,
    success_message: outcome?.message ?? form.success_message,
    redirect_url: outcome?.redirect_url ?? form.redirect_url,
  };
}
