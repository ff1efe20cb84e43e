import type { PageAnswer } from '@space/contracts/core';
import { html } from '@space/web';
import type { LoadedForm } from '../forms/form-loader.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';

/** Returns the page with the button that confirms a submission. The link alone confirms nothing: mail scanners open links. */
export const confirmPage = (form: LoadedForm, path: string): PageAnswer =>
  renderPage(
    200,
    `Confirm: ${form.name}`,
    html`<div class="card">
<h1>Please confirm</h1>
<p>You filled in <strong>${form.name}</strong>. Confirm that it was you, and your answers count.</p>
<form method="post" action="${path}"><div class="buttons"><button type="submit">Yes, it was me</button></div></form>
</div>`,
    { headers: { 'Referrer-Policy': 'no-referrer' } },
  );

/** The page of an unknown link: mistyped, or replaced by a newer one. */
export const noSuchLink: PageAnswer = messagePage(
  404,
  'This link does not work',
  'It may have been cut off, or a newer one has taken its place. Look for the newest message and use the link in there.',
);

/** Returns the page of an expired link. */
export const expiredLink = (form: LoadedForm): PageAnswer =>
  renderPage(
    410,
    'This link is too old',
    html`<div class="card">
<h1>This link is too old</h1>
<p>It worked for 48 hours. Your answers to <strong>${form.name}</strong> were not counted.</p>
<p><a href="/f/${form.id}">Fill in the form again</a></p>
</div>`,
  );
