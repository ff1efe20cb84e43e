import type { PageAnswer } from '@space/contracts/core';
import { brandHtml, html, type PageContext } from '@space/web';
import { renderPage } from './layout.ts';

/** Renders the password form of a link. The status is 401 after a wrong password. */
export function passwordPage(context: PageContext, path: string, status: 200 | 401): PageAnswer {
  const { share } = context.locale.labels;
  return renderPage(
    context,
    status,
    share.password_needed,
    html`<main class="narrow">
${brandHtml(context.theme)}<h1>${share.password_title}</h1>
<p class="soft">${share.password_text}</p>
${status === 401 && html`<p class="error" id="error" role="alert">${share.wrong_password}</p>`}
<form method="post" action="${path}">
<label for="password">${share.password}</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password"${
      status === 401 && html` aria-invalid="true" aria-describedby="error"`
    }>
<button type="submit">${share.open}</button>
</form>
</main>`,
    // With no-referrer, a browser would omit the origin of the form.
    { headers: { 'Referrer-Policy': 'same-origin' } },
  );
}

/** Renders the 429 page with the seconds until the next attempt. */
export function tooManyAttemptsPage(context: PageContext, seconds: number): PageAnswer {
  const { too_often, wait } = context.locale.labels;
  return renderPage(
    context,
    429,
    too_often,
    html`<main class="narrow">
${brandHtml(context.theme)}<h1>${too_often}</h1>
<p class="soft">${wait(seconds)}</p>
</main>`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
