import type { Call, Handlers } from '@space/bus';
import type { Caller, PageAnswer } from '@space/contracts/core';
import { type formPages, formSubmission } from '@space/contracts/scheduling';
import { brokenConstraint } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { confirmAnswers } from '../bookings/bookings.queries.ts';
import { findFields } from '../forms/forms.queries.ts';
import type { LoadedForm, LoadedForms } from '../forms/loaded-forms.ts';
import { unlessGone } from '../forms/unless-gone.ts';
import { tooOften } from '../page/page-frame.ts';
import { visits } from '../page/visit.ts';
import { visitorLimit } from '../page/visitor-limit.ts';
import { contactFields } from '../submissions/contact-fields.ts';
import { linkState } from '../submissions/link-state.ts';
import { captureContact, type JudgedSubmission, type SubmissionPipeline, submissionEvent } from '../submissions/pipeline.ts';
import { confirmSubmission, findByVisit } from '../submissions/submissions.queries.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { confirmPage, expiredLink, noSuchLink } from './confirm-page.ts';
import { formPage, noSuchForm, pausedForm, sentPage, thanksPage } from './form-page.ts';
import { prefilled } from './prefilled.ts';
import { CHOOSE_AGAIN, ONCE_MORE, pageFiles, withFiles } from './received-files.ts';
import { sentData } from './sent-data.ts';

type Operations = (typeof formPages)['operations'];

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
export function formPageHandlers(ports: Ports, loaded: LoadedForms, pipeline: SubmissionPipeline): Handlers<typeof formPages> {
  const { database, clock, box, log } = ports;
  const limit = visitorLimit(clock, PER_VISITOR, TOGETHER);
  const opened = visits(box, clock);
  const fileIntake = pageFiles(ports);
  const write = createWriter('scheduling', ports);

  const shown = async (id: string): Promise<LoadedForm | null> => {
    const form = await loaded.findOfPage(database, id);
    return form && (form.status === 'active' || form.status === 'paused') ? form : null;
  };

  const submit = async (call: Call<Operations['submit']>, form: LoadedForm): Promise<PageAnswer> => {
    const sent = call.input.form ?? {};
    const verdict = opened.judge(form.id, sent['-visit'], (trap) => sent[trap] !== undefined && sent[trap] !== '');
    if (verdict.is === 'trapped') {
      log.info({ form_id: form.id, space_id: form.space_id }, 'a program filled in the hidden field of a form');
      return sentPage({ form, quiz: null, waits_for: form.double_opt_in ? String(sent[form.email?.key ?? ''] ?? '') : null });
    }
    if (verdict.is === 'good') {
      const before = await findByVisit(database, form.space_id, form.id, verdict.visit.id);
      if (before)
        return sentPage({
          form,
          quiz: before.quiz,
          waits_for: before.status === 'pending_confirmation' ? emailOf(form, before.data) : null,
        });
    }
    const { files: brought, visitor } = call.input;
    const isReal = verdict.is === 'good' || verdict.is === 'too_soon';
    const files = await fileIntake.receive(form, brought, { visitor, is_real: isReal });
    const data = withFiles(sentData(form.fields, sent), files);
    const judged = await pipeline.judge(form, data);
    const faults = [...judged.faults.filter(({ path }) => !files.faults.some((fault) => fault.path === path)), ...files.faults];
    if (faults.length > 0 || verdict.is !== 'good') {
      const { kept_files, lost } = await fileIntake.carry(form, data, brought, files);
      const notice = [...(lost ? [CHOOSE_AGAIN] : []), ...(faults.length === 0 ? [ONCE_MORE] : [])].join(' ');
      // Too quick is not too quick any more when the same page is sent again.
      const visit = isReal ? verdict.visit : opened.open(form.id);
      return formPage(400, { form, values: data, faults, visit, kept_files, ...(notice !== '' && { notice }) });
    }
    return keep(call, form, judged, verdict.visit.id);
  };

  const keep = async (call: Call<Operations['submit']>, form: LoadedForm, judged: JudgedSubmission, visit: string): Promise<PageAnswer> => {
    const asking = { ...call, caller: personOf(form, judged.answers) };
    const prepared = await pipeline.prepare(asking, form, judged, { source: 'page', page_visit: visit });
    const page = sentPage({ form, quiz: judged.quiz, waits_for: prepared.asked?.email ?? null });
    try {
      await write.write(asking, async (tx) => {
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
      const form = await shown(input.form_id);
      if (!form) return noSuchForm;
      if (form.status === 'paused') return pausedForm(200, form);
      return formPage(200, { form, values: prefilled(form.fields, input.query), faults: [], visit: opened.open(form.id) });
    },

    submit: async (call) => {
      const form = await shown(call.input.form_id);
      if (!form) return noSuchForm;
      if (form.status === 'paused') return pausedForm(409, form);
      const wait = limit.take(form.id, call.input.visitor);
      return wait > 0 ? tooOften(wait) : unlessGone(form.id, () => submit(call, form));
    },

    ask_confirmation: async ({ input }) => {
      const form = await loaded.findOfPage(database, input.form_id);
      const { state } = await linkState(ports, input.form_id, input.token);
      if (!form || state === 'unknown') return noSuchLink;
      if (state === 'expired') return expiredLink(form);
      return state === 'confirmed' ? confirmedPage(form) : confirmPage(form, `/f/${form.id}/confirm/${encodeURIComponent(input.token)}`);
    },

    confirm: async (call) => {
      const { form_id, token, visitor } = call.input;
      const form = await loaded.findOfPage(database, form_id);
      if (!form) return noSuchLink;
      const wait = limit.take(form.id, visitor);
      if (wait > 0) return tooOften(wait);
      const { state, row } = await linkState(ports, form_id, token);
      if (state === 'unknown') return noSuchLink;
      if (state === 'expired') return expiredLink(form);
      if (state === 'confirmed') return confirmedPage(form);
      // The contact first, over the bus; two who press at once find the same one, and one of them confirms.
      const fields = (await findFields(database, form.space_id, form.id, row.form_version)) ?? form.fields;
      const asking = { ...call, caller: personOf({ ...form, fields }, row.data) };
      const contact = await captureContact(ports.bus, asking, { fields }, row.data);
      return write.write(asking, async (tx) => {
        if (await confirmSubmission(tx, row, contact?.id ?? null, tx.now)) {
          if (row.source === 'booking') await confirmAnswers(tx, row, contact?.id ?? null, tx.now);
          tx.emit(formSubmission, submissionEvent(form, row, contact));
        }
        return confirmedPage(form);
      });
    },
  };
}

const confirmedPage = (form: LoadedForm): PageAnswer =>
  thanksPage(form, form.success_message ?? 'Thank you. Your answers are confirmed.', null);

const emailOf = (form: LoadedForm, data: Readonly<Record<string, unknown>>): string =>
  String(form.email ? (data[form.email.key] ?? '') : '');

/** Who answers a form: a person, by the name they gave (decisions, Spaces, keys, agents). */
function personOf({ space_id, fields }: Pick<LoadedForm, 'space_id' | 'fields'>, answers: Readonly<Record<string, unknown>>): Caller {
  const said = contactFields(fields, answers);
  return { space_id, key_id: '', actor: { kind: 'person', id: 'visitor', name: said?.name ?? said?.email ?? 'Visitor' } };
}
