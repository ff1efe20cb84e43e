import type { PageAnswer } from '@space/contracts/core';
import { html, type PageContext } from '@space/web';
import type { LoadedForm } from '../forms/form-loader.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';

/** Returns the page with the button that confirms a submission. The link alone confirms nothing: mail scanners open links. */
export function confirmPage(context: PageContext, form: LoadedForm, path: string): PageAnswer {
  const { labels } = context.locale;
  return renderPage(
    context,
    200,
    labels.confirm_title(form.name),
    html`<div class="card">
<h1>${labels.please_confirm}</h1>
<p>${labels.confirm_text(form.name)}</p>
<form method="post" action="${path}"><div class="buttons"><button type="submit">${labels.confirm_button}</button></div></form>
</div>`,
    { headers: { 'Referrer-Policy': 'no-referrer' } },
  );
}

/** Returns the page of an unknown link: mistyped, or replaced by a newer one. */
export const noSuchLink = (context: PageContext): PageAnswer =>
  messagePage(context, 404, context.locale.labels.no_link, context.locale.labels.no_link_text);

/** Returns the page of an expired link. */
export function expiredLink(context: PageContext, form: LoadedForm): PageAnswer {
  const { labels } = context.locale;
  return renderPage(
    context,
    410,
    labels.link_too_old,
    html`<div class="card">
<h1>${labels.link_too_old}</h1>
<p>${labels.link_too_old_text(form.name)}</p>
<p><a href="/f/${form.id}">${labels.fill_in_again}</a></p>
</div>`,
  );
}
