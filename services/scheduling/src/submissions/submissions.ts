import { type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { CONFIRMATION_HOURS, formConfirmationRequested, formSubmissionDeleted, type formSubmissions } from '@space/contracts/scheduling';
import { isoTime, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { findEmailField } from '../forms/email-field.ts';
import type { FormLoader } from '../forms/form-loader.ts';
import { findFields, findForm } from '../forms/forms.queries.ts';
import { confirmationLinkHandler } from './confirmation-link.ts';
import { confirmationEventData } from './pipeline.ts';
import {
  deleteSubmission,
  findSubmissionJson,
  listSubmissions,
  lockSubmission,
  type SubmissionRow,
  waitAgain,
} from './submissions.queries.ts';

/** The shortest time between two requests to resend a confirmation; the first one is free. */
const RESEND_INTERVAL_MS = MINUTE_MS;

/** Returns the handlers of the submissions contract. */
export function submissionHandlers(ports: Ports, loader: FormLoader): Handlers<typeof formSubmissions> {
  const { database, clock } = ports;
  const write = createWriter('scheduling', ports);

  return {
    async list({ input, caller }) {
      if (!(await findForm(database, caller.space_id, input.id))) throw notFound('form', input.id);
      return new Json(await readPage(database, listSubmissions(caller.space_id, input, isoTime(clock.now()))));
    },

    async get({ input: { id, submission_id }, caller }) {
      const json = await findSubmissionJson(database, caller.space_id, id, submission_id, isoTime(clock.now()));
      if (json === null) throw notFound('submission', submission_id);
      return new Json(json);
    },

    resend(call) {
      return write.write(call, async (tx) => {
        const { id, submission_id } = call.input;
        const form = await loader.find(tx, call.caller.space_id, id);
        const row = form && (await lockSubmission(tx, form.space_id, id, submission_id));
        if (!form || !row) throw notFound('submission', submission_id);
        assertResendable(row, Date.parse(tx.now));
        // The fields of the answered version: the current form may have another email field, or none.
        const email = findEmailField((await findFields(tx, form.space_id, id, row.form_version)) ?? form.fields);
        const until = isoTime(Date.parse(tx.now) + CONFIRMATION_HOURS * HOUR_MS);
        await waitAgain(tx, row, until, tx.now);
        tx.emit(formConfirmationRequested, confirmationEventData({ ...form, email }, row, until));
        return {
          ...toSubmission(row),
          updated_at: tx.now,
          status: 'pending_confirmation' as const,
          expires_at: until,
          success_message: form.success_message,
          redirect_url: form.redirect_url,
        };
      });
    },

    create_link: confirmationLinkHandler(ports),

    delete(call) {
      return write.write(call, async (tx) => {
        const { id, submission_id } = call.input;
        const found = await lockSubmissionOfForm(tx, call.caller.space_id, id, submission_id);
        await deleteSubmission(tx, call.caller.space_id, submission_id);
        tx.emit(formSubmissionDeleted, { form_id: id, form: found.form, submission_id });
        return { id: submission_id, deleted: true as const };
      });
    },
  };
}

async function lockSubmissionOfForm(tx: CommonQueryMethods, space: string, formId: string, id: string) {
  const form = await findForm(tx, space, formId);
  const row = form && (await lockSubmission(tx, space, formId, id));
  if (!form || !row) throw notFound('submission', id);
  return { form: form.name, row };
}

/** Throws when a submission is confirmed already, or its confirmation was requested less than RESEND_INTERVAL_MS ago. */
function assertResendable({ status, confirm_until, token_sent_at, created_at }: SubmissionRow, now: number): void {
  if (status === 'confirmed' || confirm_until === null) throw new Problem('conflict', 'This submission is confirmed already.');
  // The first request is for a lost mail and does not wait.
  const wait = token_sent_at === null || token_sent_at === created_at ? 0 : token_sent_at + RESEND_INTERVAL_MS - now;
  if (wait > 0)
    throw new Problem(
      'limited',
      `The confirmation was requested less than a minute ago; ask again in ${Math.ceil(wait / 1_000)} seconds.`,
      {
        retry_after_s: Math.ceil(wait / 1_000),
      },
    );
}

/** Returns a submission as the wire shows it. */
const toSubmission = (row: SubmissionRow) => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  form_id: row.form_id,
  form_version: row.form_version,
  status: row.status,
  data: row.data as Record<string, never>,
  contact_id: row.contact_id,
  source: row.source,
  quiz: row.quiz,
  confirmed_at: row.confirmed_at === null ? null : isoTime(row.confirmed_at),
  expires_at: row.confirm_until === null ? null : isoTime(row.confirm_until),
});
