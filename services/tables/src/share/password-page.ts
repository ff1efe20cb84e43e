import type { PageAnswer } from '@space/contracts/core';
import { brandHtml, html, type PageContext } from '@space/web';
import { renderPage } from './layout.ts';

/** Renders the password form of a link. The status is 401 after a wrong password. */
export const passwordPage = (context: PageContext, path: string, status: 200 | 401): PageAnswer =>
  renderPage(
    context,
    status,
    'Password needed',
    html`<main class="narrow">
${brandHtml(context.theme)}<h1>This page needs a password</h1>
<p class="soft">Ask the person who sent you the link for the password.</p>
${status === 401 && html`<p class="error" id="error" role="alert">That is not the password. Please try again.</p>`}
<form method="post" action="${path}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password"${
      status === 401 && html` aria-invalid="true" aria-describedby="error"`
    }>
<button type="submit">Open</button>
</form>
</main>`,
    // With no-referrer, a browser would omit the origin of the form.
    { 'Referrer-Policy': 'same-origin' },
  );

/** Renders the 429 page with the seconds until the next attempt. */
export const tooManyAttemptsPage = (context: PageContext, seconds: number): PageAnswer =>
  renderPage(
    context,
    429,
    'Too many attempts',
    html`<main class="narrow">
<h1>Too many attempts</h1>
<p class="soft">Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.</p>
</main>`,
    { 'Retry-After': String(seconds) },
  );
