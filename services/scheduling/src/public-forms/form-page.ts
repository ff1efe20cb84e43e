import type { FieldError, PageAnswer } from '@space/contracts/core';
import type { QuizResult } from '@space/contracts/scheduling';
import { html, type PageContext, type Part } from '@space/web';
import type { LoadedForm } from '../forms/form-loader.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';
import { findOutcome } from '../submissions/quiz-result.ts';
import { errorSummaryHtml, fieldsHtml } from './fields-html.ts';
import { FORM_SCRIPT } from './form-script.ts';
import { walkAttributes } from './walk-attributes.ts';

/** Returns the page of an unknown form, and of one that is a draft or archived. */
export const noSuchForm = (context: PageContext): PageAnswer =>
  messagePage(context, 404, context.locale.labels.no_form, context.locale.labels.no_form_text);

/** Returns the page of a paused form: 200 to a visitor who opens it, 409 to one who sends it. */
export const pausedForm = (context: PageContext, status: 200 | 409, { name }: LoadedForm): PageAnswer =>
  messagePage(context, status, name, context.locale.labels.form_paused);

/** Returns the page of a form whose fields are above the bounds of a form. */
export const tooLargeForm = (context: PageContext, { name }: Pick<LoadedForm, 'name'>): PageAnswer =>
  messagePage(context, 422, name, context.locale.labels.form_too_large);

/** A form to render, with values and errors. */
export interface FormView {
  readonly context: PageContext;
  readonly form: LoadedForm;
  /** The address of the page. */
  readonly url: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
  readonly visit: { readonly token: string; readonly honeypot: string };
  /** A message besides the errors. */
  readonly notice?: string;
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** Returns the page of a form. */
export function renderFormPage(
  status: 200 | 400,
  { context, form, url, values, errors, visit, notice, retained_files }: FormView,
): PageAnswer {
  const { id, name, description, fields, layout } = form;
  const { labels } = context.locale;
  const takesFiles = fields.some(({ type }) => type === 'file');
  const always_required = form.double_opt_in ? form.email?.key : undefined;
  return renderPage(
    context,
    status,
    errors.length > 0 ? labels.error_title(name) : name,
    html`<div class="card">
<h1 class="title">${name}</h1>
${description && html`<p class="soft lines">${description}</p>`}
${errorSummaryHtml({ context, fields, errors })}${notice && html`<p class="notice" role="alert" tabindex="-1">${notice}</p>`}
<form method="post" action="/f/${id}"${takesFiles && html` enctype="multipart/form-data"`} novalidate${walkAttributes(context.locale, layout)}>
<input type="hidden" name="-visit" value="${visit.token}">
<div class="honeypot" aria-hidden="true"><label>${labels.leave_empty} <input type="text" name="${visit.honeypot}" value="" tabindex="-1" autocomplete="off"></label></div>
${fieldsHtml({ context, fields, values, errors, always_required, one_question: layout === 'one_question', ...(retained_files && { retained_files }) })}
<div class="buttons"><button type="submit">${labels.send}</button></div>
</form>
</div>`,
    { script: FORM_SCRIPT, form_targets: destinations(form), name, description, url },
  );
}

/** Returns the origins that the form may redirect to; browsers apply form-action to redirects too. */
const destinations = ({ redirect_url, quiz }: LoadedForm): string[] =>
  [redirect_url, ...(quiz?.outcomes.map((outcome) => outcome.redirect_url) ?? [])].flatMap((url) => (url ? [new URL(url).origin] : []));

/** A submission, as far as the page after it shows it. */
export interface SentForm {
  readonly context: PageContext;
  readonly form: LoadedForm;
  readonly quiz: QuizResult | null;
  /** The address that receives the confirmation link; null without double opt-in. */
  readonly confirmation_email: string | null;
}

/** Returns the answer to a submission: a redirect or a page. */
export function sentPage({ context, form, quiz, confirmation_email }: SentForm): PageAnswer {
  const outcome = form.quiz && quiz ? findOutcome(form.quiz, quiz) : undefined;
  const redirect = outcome?.redirect_url ?? form.redirect_url;
  if (confirmation_email !== null) return waitingPage(context, confirmation_email);
  if (redirect) return redirectTo(redirect);
  return thanksPage(context, form, outcome?.message ?? form.success_message, form.quiz?.show_result ? quiz : null);
}

/** Returns a redirect that also works in a frame, which the default policy of pages forbids. */
const redirectTo = (Location: string): PageAnswer => ({
  status: 303,
  headers: { Location, 'Cache-Control': 'private, no-store', 'Content-Security-Policy': "default-src 'none'" },
  body: '',
});

/** Returns the page that thanks for a submission, with the result of a quiz. */
export const thanksPage = (
  context: PageContext,
  form: Pick<LoadedForm, 'name'>,
  message: string | null,
  quiz: QuizResult | null,
): PageAnswer =>
  renderPage(
    context,
    200,
    context.locale.labels.sent_title(form.name),
    html`<div class="card">
<h1 class="title">${form.name}</h1>
<p class="done lines" role="status" tabindex="-1" data-answer>${message ?? context.locale.labels.thanks}</p>
${quiz && resultHtml(context, quiz)}
</div>`,
  );

const resultHtml = ({ locale }: PageContext, { score, max_score, percent, passed }: QuizResult): Part =>
  html`<h2>${locale.labels.your_result}</h2>
<p class="figure">${locale.percent(percent)}</p>
<p>${locale.labels.points(locale.number(score), locale.number(max_score), passed)}</p>`;

const waitingPage = (context: PageContext, email: string): PageAnswer =>
  renderPage(
    context,
    200,
    context.locale.labels.one_more_step,
    html`<div class="card">
<h1>${context.locale.labels.one_more_step}</h1>
<p class="notice" role="status" tabindex="-1" data-answer>${context.locale.labels.confirm_sent(email)}</p>
</div>`,
  );
