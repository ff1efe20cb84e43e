import type { Call, Handlers } from '@space/bus';
import { type Caller, type PageAnswer, takesForm } from '@space/contracts/core';
import { formSubmission, MAX_VISITOR_SENDS, type publicForms } from '@space/contracts/scheduling';
import { brokenConstraint } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { createPageContexts, type PageCall, type PageContext, plainContext, publicOrigin, visitorLimiter } from '@space/web';
import { storeConfirmedAnswers } from '../bookings/bookings.queries.ts';
import type { FormLoader, LoadedForm } from '../forms/form-loader.ts';
import { findFields } from '../forms/forms.queries.ts';
import { notFoundIfDeleted } from '../forms/not-found-if-deleted.ts';
import { tooManyRequests } from '../public-pages/layout.ts';
import { createSpamGuard } from '../public-pages/spam-guard.ts';
import { withVisitorRoom } from '../storage/visitor-room.ts';
import { toCapturedContact } from '../submissions/contact-fields.ts';
import { findLinkState } from '../submissions/link-state.ts';
import { captureContact, type SubmissionPipeline, submissionEventData, type ValidatedSubmission } from '../submissions/pipeline.ts';
import { confirmSubmission, findSubmissionByVisit } from '../submissions/submissions.queries.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { confirmPage, expiredLink, noSuchLink } from './confirm-page.ts';
import { noSuchForm, pausedForm, renderFormPage, sentPage, thanksPage, tooLargeForm } from './form-page.ts';
import { parseFormData, shownAnswers } from './parse-form-data.ts';
import { prefillValues } from './prefill.ts';
import { createUploads, withUploads } from './uploads.ts';

type Operations = (typeof publicForms)['operations'];

/**
 * Returns the handlers of the public pages of forms, `/f/{form_id}` of the public origin.
 *
 * A visitor has no key; the form determines the Space. A submission passes a rate limit per visitor and form and the spam
 * guard, and then the same pipeline as submissions over the API. A program that fills in the honeypot field sees the usual
 * thanks and nothing is stored. A submission that comes too soon, or without a valid token, is answered with the page and
 * all values, to be sent again.
 */
export function publicFormHandlers(ports: Ports, loader: FormLoader, pipeline: SubmissionPipeline): Handlers<typeof publicForms> {
  const { database, clock, box, log } = ports;
  const limiter = visitorLimiter({ points: MAX_VISITOR_SENDS.visitor, sharedPoints: MAX_VISITOR_SENDS.all });
  const spamGuard = createSpamGuard(box, clock);
  const contexts = createPageContexts(ports);
  const uploads = createUploads(ports);
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(ports.config);
  const urlOf = ({ id }: LoadedForm) => `${origin}/f/${id}`;

  /** Returns the context of a page about a form; that of a draft discloses nothing of it. */
  const contextOf = async (call: PageCall, form: LoadedForm | null): Promise<PageContext> =>
    form && form.status !== 'draft' ? contexts.of(call, form.space_id, form.language) : plainContext(call.input.locale);

  async function submit(pageContext: PageContext, call: Call<Operations['submit']>, form: LoadedForm): Promise<PageAnswer> {
    const { labels } = pageContext.locale;
    const body = call.input.form ?? {};
    const check = spamGuard.check(form.id, body['-visit'], (field) => body[field] !== undefined && body[field] !== '');
    if (check.status === 'honeypot_filled') {
      log.info({ form_id: form.id, space_id: form.space_id }, 'honeypot field filled; submission ignored');
      return sentPage({
        context: pageContext,
        form,
        quiz: null,
        confirmation_email: form.double_opt_in ? String(body[form.email?.key ?? ''] ?? '') : null,
      });
    }
    if (check.status === 'accepted') {
      const earlier = await findSubmissionByVisit(database, form.space_id, form.id, check.visit.id);
      if (earlier)
        return sentPage({
          context: pageContext,
          form,
          quiz: earlier.quiz,
          confirmation_email: earlier.status === 'pending_confirmation' ? emailIn(form, earlier.data) : null,
        });
    }
    const { files, visitor } = call.input;
    const isFromOpenedPage = check.status === 'accepted' || check.status === 'too_soon';
    const context = { ...call, caller: visitorCaller(form, {}) };
    const received = await uploads.receive(context, form, files, { visitor, is_from_opened_page: isFromOpenedPage });
    const data = withUploads(parseFormData(form.fields, body), received);
    const validated = await pipeline.validate(form, data);
    const errors = [...validated.errors.filter(({ path }) => !received.errors.some((error) => error.path === path)), ...received.errors];
    if (errors.length > 0 || check.status !== 'accepted') {
      const { retained_files, has_dropped } = await uploads.retain(form, data, files, received);
      const notice = [...(has_dropped ? [labels.choose_files_again] : []), ...(errors.length === 0 ? [labels.send_again] : [])].join(' ');
      // The same visit is old enough when the page is sent again.
      const visit = isFromOpenedPage ? check.visit : spamGuard.open(form.id);
      return renderFormPage(400, {
        context: pageContext,
        form,
        url: urlOf(form),
        values: shownAnswers(form.fields, body, data),
        errors,
        visit,
        retained_files,
        ...(notice !== '' && { notice }),
      });
    }
    return storeSubmission(pageContext, call, form, validated, check.visit.id);
  }

  async function storeSubmission(
    pageContext: PageContext,
    call: Call<Operations['submit']>,
    form: LoadedForm,
    validated: ValidatedSubmission,
    visit: string,
  ): Promise<PageAnswer> {
    const context = { ...call, caller: visitorCaller(form, validated.answers) };
    const store = async () => {
      const prepared = await pipeline.prepare(context, form, validated, { source: 'page', page_visit: visit });
      const page = sentPage({
        context: pageContext,
        form,
        quiz: validated.quiz,
        confirmation_email: prepared.confirmation_event?.email ?? null,
      });
      try {
        await write.write(context, async (tx) => {
          await writeSubmission(tx, prepared);
          return page;
        });
        return page;
      } catch (error) {
        // The page was sent twice concurrently: one submission is stored, and both requests are thanked.
        if (brokenConstraint(error) === 'form_submission_visit') return page;
        throw error;
      }
    };
    return withVisitorRoom(ports, context, { bytes: Buffer.byteLength(JSON.stringify(call.input.form ?? {})) }, store);
  }

  return {
    async open(call) {
      const { input } = call;
      const form = await loader.findPublic(database, input.form_id);
      const context = await contextOf(call, form);
      if (!isOpen(form)) return noSuchForm(context);
      if (form.status === 'paused') return pausedForm(context, 200, form);
      if (form.is_too_large) return tooLargeForm(context, form);
      return renderFormPage(200, {
        context,
        form,
        url: urlOf(form),
        values: prefillValues(form.fields, input.query),
        errors: [],
        visit: spamGuard.open(form.id),
      });
    },

    async submit(call) {
      const form = await loader.findPublic(database, call.input.form_id);
      const context = await contextOf(call, form);
      if (!isOpen(form)) return noSuchForm(context);
      if (form.status === 'paused') return pausedForm(context, 409, form);
      if (form.is_too_large) return tooLargeForm(context, form);
      if (call.input.probe) return takesForm;
      const wait = limiter.take(form.id, call.input.visitor);
      return wait > 0 ? tooManyRequests(context, wait) : notFoundIfDeleted(form.id, () => submit(context, call, form));
    },

    async ask_confirmation(call) {
      const { input } = call;
      const form = await loader.findPublic(database, input.form_id);
      const { state } = await findLinkState(ports, input.form_id, input.token);
      const context = await contextOf(call, form);
      if (!form || state === 'unknown') return noSuchLink(context);
      if (state === 'expired') return expiredLink(context, form);
      return state === 'confirmed'
        ? confirmedPage(context, form)
        : confirmPage(context, form, `/f/${form.id}/confirm/${encodeURIComponent(input.token)}`);
    },

    async confirm(call) {
      const { form_id, token, visitor, probe } = call.input;
      const form = await loader.findPublic(database, form_id);
      const pageContext = await contextOf(call, form);
      if (!form) return noSuchLink(pageContext);
      if (probe) return takesForm;
      const wait = limiter.take(form.id, visitor);
      if (wait > 0) return tooManyRequests(pageContext, wait);
      const { state, row } = await findLinkState(ports, form_id, token);
      if (state === 'unknown') return noSuchLink(pageContext);
      if (state === 'expired') return expiredLink(pageContext, form);
      if (state === 'confirmed') return confirmedPage(pageContext, form);
      // The contact is captured over the bus before the transaction; of concurrent requests one confirms.
      const fields = (await findFields(database, form.space_id, form.id, row.form_version)) ?? form.fields;
      const context = { ...call, caller: visitorCaller({ ...form, fields }, row.data) };
      const store = async () => {
        const contact = await captureContact(ports.bus, context, { fields }, row.data);
        return write.write(context, async (tx) => {
          if (await confirmSubmission(tx, row, contact?.id ?? null, tx.now)) {
            if (row.source === 'booking') await storeConfirmedAnswers(tx, row, contact?.id ?? null, tx.now);
            tx.emit(formSubmission, submissionEventData(form, row, contact));
          }
          return confirmedPage(pageContext, form);
        });
      };
      // The contact, and the booking of these answers, store them again.
      return withVisitorRoom(ports, context, { bytes: Buffer.byteLength(JSON.stringify(row.data)) }, store);
    },
  };
}

/** Returns true for a form that visitors see. */
const isOpen = (form: LoadedForm | null): form is LoadedForm => form?.status === 'active' || form?.status === 'paused';

const confirmedPage = (context: PageContext, form: LoadedForm): PageAnswer =>
  thanksPage(context, form, form.success_message ?? context.locale.labels.thanks_confirmed, null);

const emailIn = (form: LoadedForm, data: Readonly<Record<string, unknown>>): string =>
  String(form.email ? (data[form.email.key] ?? '') : '');

/** Returns the visitor as a caller: a person with the name from the answers, in the Space of the form. */
function visitorCaller({ space_id, fields }: Pick<LoadedForm, 'space_id' | 'fields'>, answers: Readonly<Record<string, unknown>>): Caller {
  const contact = toCapturedContact(fields, answers);
  return { space_id, key_id: '', actor: { kind: 'person', id: 'visitor', name: contact?.name ?? contact?.email ?? 'Visitor' } };
}
