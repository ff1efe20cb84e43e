import type { Call, Handlers } from '@space/bus';
import type { Caller, PageAnswer } from '@space/contracts/core';
import { formSubmission, type publicForms } from '@space/contracts/scheduling';
import { brokenConstraint } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { storeConfirmedAnswers } from '../bookings/bookings.queries.ts';
import type { FormLoader, LoadedForm } from '../forms/form-loader.ts';
import { findFields } from '../forms/forms.queries.ts';
import { notFoundIfDeleted } from '../forms/not-found-if-deleted.ts';
import { tooManyRequests } from '../public-pages/layout.ts';
import { createSpamGuard } from '../public-pages/spam-guard.ts';
import { createVisitorLimit } from '../public-pages/visitor-limit.ts';
import { toCapturedContact } from '../submissions/contact-fields.ts';
import { findLinkState } from '../submissions/link-state.ts';
import { captureContact, type SubmissionPipeline, submissionEventData, type ValidatedSubmission } from '../submissions/pipeline.ts';
import { confirmSubmission, findSubmissionByVisit } from '../submissions/submissions.queries.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { confirmPage, expiredLink, noSuchLink } from './confirm-page.ts';
import { noSuchForm, pausedForm, renderFormPage, sentPage, thanksPage } from './form-page.ts';
import { parseFormData } from './parse-form-data.ts';
import { prefillValues } from './prefill.ts';
import { CHOOSE_AGAIN, createUploads, SUBMIT_AGAIN, withUploads } from './uploads.ts';

type Operations = (typeof publicForms)['operations'];

/** What one visitor sends to one form in a minute at most, and all of them together. */
const PER_VISITOR = 20;
const TOGETHER = 600;

/**
 * Answers the public pages of forms, `/f/{form_id}` of the second origin.
 *
 * A visitor has no key: the form says which Space it is. What is sent goes the way of every submission, and before it
 * through what keeps programs out: a field that nobody sees, a sealed mark of when the page was opened, and limits for each
 * visitor and each form. A program that fills in the hidden field is thanked like everybody and nothing is kept; who is too
 * quick, or comes without the mark, gets the page again with all that was written and sends it once more.
 */
export function publicFormHandlers(ports: Ports, loaded: FormLoader, pipeline: SubmissionPipeline): Handlers<typeof publicForms> {
  const { database, clock, box, log } = ports;
  const limit = createVisitorLimit(clock, PER_VISITOR, TOGETHER);
  const opened = createSpamGuard(box, clock);
  const fileIntake = createUploads(ports);
  const write = createWriter('scheduling', ports);

  const findPublicForm = async (id: string): Promise<LoadedForm | null> => {
    const form = await loaded.findPublic(database, id);
    return form && (form.status === 'active' || form.status === 'paused') ? form : null;
  };

  const submit = async (call: Call<Operations['submit']>, form: LoadedForm): Promise<PageAnswer> => {
    const sent = call.input.form ?? {};
    const verdict = opened.check(form.id, sent['-visit'], (honeypot) => sent[honeypot] !== undefined && sent[honeypot] !== '');
    if (verdict.is === 'trapped') {
      log.info({ form_id: form.id, space_id: form.space_id }, 'a program filled in the hidden field of a form');
      return sentPage({ form, quiz: null, confirmation_email: form.double_opt_in ? String(sent[form.email?.key ?? ''] ?? '') : null });
    }
    if (verdict.is === 'good') {
      const before = await findSubmissionByVisit(database, form.space_id, form.id, verdict.visit.id);
      if (before)
        return sentPage({
          form,
          quiz: before.quiz,
          confirmation_email: before.status === 'pending_confirmation' ? emailIn(form, before.data) : null,
        });
    }
    const { files: brought, visitor } = call.input;
    const isReal = verdict.is === 'good' || verdict.is === 'too_soon';
    const files = await fileIntake.receive(form, brought, { visitor, is_real: isReal });
    const data = withUploads(parseFormData(form.fields, sent), files);
    const validated = await pipeline.validate(form, data);
    const errors = [...validated.errors.filter(({ path }) => !files.errors.some((error) => error.path === path)), ...files.errors];
    if (errors.length > 0 || verdict.is !== 'good') {
      const { retained_files, has_dropped } = await fileIntake.retain(form, data, brought, files);
      const notice = [...(has_dropped ? [CHOOSE_AGAIN] : []), ...(errors.length === 0 ? [SUBMIT_AGAIN] : [])].join(' ');
      // Too quick is not too quick any more when the same page is sent again.
      const visit = isReal ? verdict.visit : opened.open(form.id);
      return renderFormPage(400, { form, values: data, errors, visit, retained_files, ...(notice !== '' && { notice }) });
    }
    return storeSubmission(call, form, validated, verdict.visit.id);
  };

  const storeSubmission = async (
    call: Call<Operations['submit']>,
    form: LoadedForm,
    validated: ValidatedSubmission,
    visit: string,
  ): Promise<PageAnswer> => {
    const context = { ...call, caller: visitorCaller(form, validated.answers) };
    const prepared = await pipeline.prepare(context, form, validated, { source: 'page', page_visit: visit });
    const page = sentPage({ form, quiz: validated.quiz, confirmation_email: prepared.confirmation_event?.email ?? null });
    try {
      await write.write(context, async (tx) => {
        await writeSubmission(tx, prepared);
        return page;
      });
      return page;
    } catch (error) {
      // The same page came twice at once: one of the two is kept, and both are thanked.
      if (brokenConstraint(error) === 'form_submission_visit') return page;
      throw error;
    }
  };

  return {
    open: async ({ input }) => {
      const form = await findPublicForm(input.form_id);
      if (!form) return noSuchForm;
      if (form.status === 'paused') return pausedForm(200, form);
      return renderFormPage(200, { form, values: prefillValues(form.fields, input.query), errors: [], visit: opened.open(form.id) });
    },

    submit: async (call) => {
      const form = await findPublicForm(call.input.form_id);
      if (!form) return noSuchForm;
      if (form.status === 'paused') return pausedForm(409, form);
      const wait = limit.take(form.id, call.input.visitor);
      return wait > 0 ? tooManyRequests(wait) : notFoundIfDeleted(form.id, () => submit(call, form));
    },

    ask_confirmation: async ({ input }) => {
      const form = await loaded.findPublic(database, input.form_id);
      const { state } = await findLinkState(ports, input.form_id, input.token);
      if (!form || state === 'unknown') return noSuchLink;
      if (state === 'expired') return expiredLink(form);
      return state === 'confirmed' ? confirmedPage(form) : confirmPage(form, `/f/${form.id}/confirm/${encodeURIComponent(input.token)}`);
    },

    confirm: async (call) => {
      const { form_id, token, visitor } = call.input;
      const form = await loaded.findPublic(database, form_id);
      if (!form) return noSuchLink;
      const wait = limit.take(form.id, visitor);
      if (wait > 0) return tooManyRequests(wait);
      const { state, row } = await findLinkState(ports, form_id, token);
      if (state === 'unknown') return noSuchLink;
      if (state === 'expired') return expiredLink(form);
      if (state === 'confirmed') return confirmedPage(form);
      // The contact first, over the bus; two who press at once find the same one, and one of them confirms.
      const fields = (await findFields(database, form.space_id, form.id, row.form_version)) ?? form.fields;
      const context = { ...call, caller: visitorCaller({ ...form, fields }, row.data) };
      const contact = await captureContact(ports.bus, context, { fields }, row.data);
      return write.write(context, async (tx) => {
        if (await confirmSubmission(tx, row, contact?.id ?? null, tx.now)) {
          if (row.source === 'booking') await storeConfirmedAnswers(tx, row, contact?.id ?? null, tx.now);
          tx.emit(formSubmission, submissionEventData(form, row, contact));
        }
        return confirmedPage(form);
      });
    },
  };
}

const confirmedPage = (form: LoadedForm): PageAnswer =>
  thanksPage(form, form.success_message ?? 'Thank you. Your answers are confirmed.', null);

const emailIn = (form: LoadedForm, data: Readonly<Record<string, unknown>>): string =>
  String(form.email ? (data[form.email.key] ?? '') : '');

/** Who answers a form: a person, by the name they gave (decisions, Spaces, keys, agents). */
function visitorCaller({ space_id, fields }: Pick<LoadedForm, 'space_id' | 'fields'>, answers: Readonly<Record<string, unknown>>): Caller {
  const said = toCapturedContact(fields, answers);
  return { space_id, key_id: '', actor: { kind: 'person', id: 'visitor', name: said?.name ?? said?.email ?? 'Visitor' } };
}
