import type { FieldError, PageAnswer } from '@space/contracts/core';
import type { QuizResult } from '@space/contracts/scheduling';
import { html, type Part } from '@space/web';
import type { LoadedForm } from '../forms/form-loader.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';
import { findOutcome } from '../submissions/quiz-result.ts';
import { errorSummaryHtml, fieldsHtml } from './fields-html.ts';
import { FORM_SCRIPT } from './form-script.ts';

/** What every address answers that is no form, or one that is not meant for visitors yet. */
export const noSuchForm: PageAnswer = messagePage(
  404,
  'There is no form at this address',
  'The link may be mistyped, or the form may have been taken down. Ask whoever sent it to you for the right one.',
);

/** What a form says that takes no answers for now; 409 to somebody who sends one. */
export const pausedForm = (status: 200 | 409, { name }: LoadedForm): PageAnswer =>
  messagePage(status, name, 'This form does not take answers right now. Please come back later.');

/** A form to be filled in, with what was sent before and what is wrong with it. */
export interface FormView {
  readonly form: LoadedForm;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
  readonly visit: { readonly token: string; readonly honeypot: string };
  /** Something to say beside errors. */
  readonly notice?: string;
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** The page of a form. */
export function renderFormPage(status: 200 | 400, { form, values, errors, visit, notice, retained_files }: FormView): PageAnswer {
  const { id, name, description, fields } = form;
  const takesFiles = fields.some(({ type }) => type === 'file');
  const always_required = form.double_opt_in ? form.email?.key : undefined;
  return renderPage(
    status,
    errors.length > 0 ? `Error: ${name}` : name,
    html`<div class="card">
<h1>${name}</h1>
${description && html`<p class="soft lines">${description}</p>`}
${errorSummaryHtml({ fields, errors })}${notice && html`<p class="notice" role="alert">${notice}</p>`}
<form method="post" action="/f/${id}"${takesFiles && html` enctype="multipart/form-data"`} novalidate>
<input type="hidden" name="-visit" value="${visit.token}">
<div class="apart" aria-hidden="true"><label>Leave this empty <input type="text" name="${visit.honeypot}" value="" tabindex="-1" autocomplete="off"></label></div>
${fieldsHtml({ fields, values, errors, always_required, ...(retained_files && { retained_files }) })}
<div class="buttons"><button type="submit">Send</button></div>
</form>
</div>`,
    { script: FORM_SCRIPT, form_targets: destinations(form) },
  );
}

/** Origins that visitors may be sent to when they have sent a form; a browser asks for leave to follow. */
const destinations = ({ redirect_url, quiz }: LoadedForm): string[] =>
  [redirect_url, ...(quiz?.outcomes.map((outcome) => outcome.redirect_url) ?? [])].flatMap((url) => (url ? [new URL(url).origin] : []));

/** What was sent, as far as the page after it has to know. */
export interface SentForm {
  readonly form: LoadedForm;
  readonly quiz: QuizResult | null;
  /** Where the link went that confirms it; null when it counts at once. */
  readonly confirmation_email: string | null;
}

/** What a visitor sees when the form was sent: where it leads, or words. */
export function sentPage({ form, quiz, confirmation_email }: SentForm): PageAnswer {
  const outcome = form.quiz && quiz ? findOutcome(form.quiz, quiz) : undefined;
  const redirect = outcome?.redirect_url ?? form.redirect_url;
  if (confirmation_email !== null) return waitingPage(confirmation_email);
  if (redirect) return redirectTo(redirect);
  return thanksPage(form, outcome?.message ?? form.success_message, form.quiz?.show_result ? quiz : null);
}

/** Leads somewhere else, also in a frame: the policy that pages have unless they say otherwise forbids frames. */
const redirectTo = (Location: string): PageAnswer => ({
  status: 303,
  headers: { Location, 'Cache-Control': 'private, no-store', 'Content-Security-Policy': "default-src 'none'" },
  body: '',
});

/** Words of thanks, with the result of a quiz. */
export const thanksPage = (form: Pick<LoadedForm, 'name'>, message: string | null, quiz: QuizResult | null): PageAnswer =>
  renderPage(
    200,
    `Sent: ${form.name}`,
    html`<div class="card">
<h1>${form.name}</h1>
<p class="done lines" role="status">${message ?? 'Thank you. Your answers have arrived.'}</p>
${quiz && resultHtml(quiz)}
</div>`,
  );

const resultHtml = ({ score, max_score, percent, passed }: QuizResult): Part => html`<h2>Your result</h2>
<p class="figure">${percent} %</p>
<p>${score} of ${max_score} points: ${passed ? 'passed' : 'not passed'}.</p>`;

const waitingPage = (email: string): PageAnswer =>
  renderPage(
    200,
    'One more step',
    html`<div class="card">
<h1>One more step</h1>
<p class="notice" role="status">Please open the link in the message that is on its way to ${email}. Your answers count from then on; the link works for 48 hours.</p>
</div>`,
  );
