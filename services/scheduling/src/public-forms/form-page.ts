import type { FieldError, PageAnswer } from '@space/contracts/core';
import type { QuizResult } from '@space/contracts/scheduling';
import { html, type Part } from '@space/web';
import type { LoadedForm } from '../forms/form-loader.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';
import { findOutcome } from '../submissions/quiz-result.ts';
import { errorSummaryHtml, fieldsHtml } from './fields-html.ts';
import { FORM_SCRIPT } from './form-script.ts';

/** The page of an unknown form, and of one that is a draft or archived. */
export const noSuchForm: PageAnswer = messagePage(
  404,
  'There is no form at this address',
  'The link may be mistyped, or the form may have been taken down. Ask the person who sent it to you for the right one.',
);

/** Returns the page of a paused form: 200 to a visitor who opens it, 409 to one who sends it. */
export const pausedForm = (status: 200 | 409, { name }: LoadedForm): PageAnswer =>
  messagePage(status, name, 'This form does not take answers right now. Please come back later.');

/** Returns the page of a form whose fields are above the bounds of a form. */
export const tooLargeForm = ({ name }: Pick<LoadedForm, 'name'>): PageAnswer =>
  messagePage(422, name, 'This form has too many questions and choices to be shown. Ask the people who run it to make it smaller.');

/** A form to render, with values and errors. */
export interface FormView {
  readonly form: LoadedForm;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
  readonly visit: { readonly token: string; readonly honeypot: string };
  /** A message besides the errors. */
  readonly notice?: string;
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** Returns the page of a form. */
export function renderFormPage(status: 200 | 400, { form, values, errors, visit, notice, retained_files }: FormView): PageAnswer {
  const { id, name, description, fields } = form;
  const takesFiles = fields.some(({ type }) => type === 'file');
  const always_required = form.double_opt_in ? form.email?.key : undefined;
  return renderPage(
    status,
    errors.length > 0 ? `Error: ${name}` : name,
    html`<div class="card">
<h1 class="title">${name}</h1>
${description && html`<p class="soft lines">${description}</p>`}
${errorSummaryHtml({ fields, errors })}${notice && html`<p class="notice" role="alert" tabindex="-1">${notice}</p>`}
<form method="post" action="/f/${id}"${takesFiles && html` enctype="multipart/form-data"`} novalidate>
<input type="hidden" name="-visit" value="${visit.token}">
<div class="honeypot" aria-hidden="true"><label>Leave this empty <input type="text" name="${visit.honeypot}" value="" tabindex="-1" autocomplete="off"></label></div>
${fieldsHtml({ fields, values, errors, always_required, ...(retained_files && { retained_files }) })}
<div class="buttons"><button type="submit">Send</button></div>
</form>
</div>`,
    { script: FORM_SCRIPT, form_targets: destinations(form) },
  );
}

/** Returns the origins that the form may redirect to; browsers apply form-action to redirects too. */
const destinations = ({ redirect_url, quiz }: LoadedForm): string[] =>
  [redirect_url, ...(quiz?.outcomes.map((outcome) => outcome.redirect_url) ?? [])].flatMap((url) => (url ? [new URL(url).origin] : []));

/** A submission, as far as the page after it shows it. */
export interface SentForm {
  readonly form: LoadedForm;
  readonly quiz: QuizResult | null;
  /** The address that receives the confirmation link; null without double opt-in. */
  readonly confirmation_email: string | null;
}

/** Returns the answer to a submission: a redirect or a page. */
export function sentPage({ form, quiz, confirmation_email }: SentForm): PageAnswer {
  const outcome = form.quiz && quiz ? findOutcome(form.quiz, quiz) : undefined;
  const redirect = outcome?.redirect_url ?? form.redirect_url;
  if (confirmation_email !== null) return waitingPage(confirmation_email);
  if (redirect) return redirectTo(redirect);
  return thanksPage(form, outcome?.message ?? form.success_message, form.quiz?.show_result ? quiz : null);
}

/** Returns a redirect that also works in a frame, which the default policy of pages forbids. */
const redirectTo = (Location: string): PageAnswer => ({
  status: 303,
  headers: { Location, 'Cache-Control': 'private, no-store', 'Content-Security-Policy': "default-src 'none'" },
  body: '',
});

/** Returns the page that thanks for a submission, with the result of a quiz. */
export const thanksPage = (form: Pick<LoadedForm, 'name'>, message: string | null, quiz: QuizResult | null): PageAnswer =>
  renderPage(
    200,
    `Sent: ${form.name}`,
    html`<div class="card">
<h1 class="title">${form.name}</h1>
<p class="done lines" role="status" tabindex="-1" data-answer>${message ?? 'Thank you. Your answers have arrived.'}</p>
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
<p class="notice" role="status" tabindex="-1" data-answer>Please open the link in the message that is on its way to ${email}. Your answers count from then on; the link works for 48 hours.</p>
</div>`,
  );
