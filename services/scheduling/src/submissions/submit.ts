import type { Handler } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import { formConfirmationRequested, formSubmission, type forms, type SubmittedForm } from '@space/contracts/scheduling';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import type { LoadedForm, LoadedForms } from '../forms/loaded-forms.ts';
import { unlessGone } from '../forms/unless-gone.ts';
import { answeredBefore } from '../kept-answer.ts';
import type { PreparedSubmission, SubmissionPipeline } from './pipeline.ts';
import { outcomeOf } from './quiz-result.ts';
import { insertSubmission } from './submissions.queries.ts';
import { writeSubmission } from './write-submission.ts';

type Submit = (typeof forms)['operations']['submit'];

/** Answers POST /forms/{id}/submit: a real submission, as the public page makes it (spec, Forms). */
export function submitHandler(ports: Ports, loaded: LoadedForms, pipeline: SubmissionPipeline): Handler<Submit> {
  const { database } = ports;
  const write = createWriter('scheduling', ports);
  return async (call) => {
    const { id, data } = call.input;
    const before = await answeredBefore(ports, call);
    if (before) return before;
    const form = await loaded.find(database, call.caller.space_id, id);
    if (!form) throw notFound('form', id);
    mustBeActive(form);
    const judged = await pipeline.judge(form, data);
    if (judged.faults.length > 0) throw invalidFields(inData(judged.faults));
    const prepared = await pipeline.prepare(call, form, judged, { source: 'api' });
    if (prepared.files.length > 0)
      return unlessGone(id, () =>
        write.write(call, async (tx) => {
          await writeSubmission(tx, prepared);
          return submitted(form, prepared, tx.now);
        }),
      );
    return unlessGone(id, () =>
      write.writeOne(call, (now) => ({
        prepare: 'forms-submit',
        change: insertSubmission(prepared.row, now),
        answer: JSON.stringify(submitted(form, prepared, now)),
        emit: (event) => {
          if (prepared.told) event(formSubmission, prepared.told);
          if (prepared.asked) event(formConfirmationRequested, prepared.asked);
        },
      })),
    );
  };
}

/** Refuses answers to a form that takes none. */
export function mustBeActive({ name, status }: Pick<LoadedForm, 'name' | 'status'>): void {
  if (status !== 'active')
    throw new Problem('conflict', `The form ${name} is ${status} and takes no answers; PATCH {"status": "active"} opens it.`);
}

/** Faults of fields at their places in the body of a call. */
const inData = (faults: readonly FieldError[]): FieldError[] => faults.map((fault) => ({ ...fault, path: `data.${fault.path}` }));

/** What whoever sent a form is answered. */
function submitted(form: LoadedForm, { row, asked }: PreparedSubmission, now: string): z.output<typeof SubmittedForm> {
  const outcome = form.quiz && row.quiz ? outcomeOf(form.quiz, row.quiz) : undefined;
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
    confirm_until: row.confirm_until,
    success_message: outcome?.message ?? form.success_message,
    redirect_url: outcome?.redirect_url ?? form.redirect_url,
    confirmation_url: asked?.confirmation_url ?? null,
  };
}
