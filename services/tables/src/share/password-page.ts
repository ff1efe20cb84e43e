import type { PageAnswer } from '@space/contracts/core';
import { html } from '@space/web';
import { page } from './layout.ts';

/** What every address answers that opens nothing: unknown, revoked and over look the same. */
export const notFoundPage: PageAnswer = page(
  404,
  'Page not found',
  html`<main class="narrow">
<h1>There is no page at this address</h1>
<p class="soft">The link may be mistyped, or it may have been taken back. Ask whoever sent it to you for a new one.</p>
</main>`,
);

/** Asks for the password of a link; 401 when the one that was given is wrong. */
export const passwordPage = (path: string, status: 200 | 401): PageAnswer =>
  page(
    status,
    'Password needed',
    html`<main class="narrow">
<h1>This page needs a password</h1>
<p class="soft">Whoever sent you the link can tell you the password.</p>
${status === 401 && html`<p class="fault" id="fault" role="alert">That is not the password. Please try again.</p>`}
<form method="post" action="${path}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password"${
      status === 401 && html` aria-invalid="true" aria-describedby="fault"`
    }>
<button type="submit">Open</button>
</form>
</main>`,
    // With no-referrer a browser would not say that the form comes from this very page.
    { 'Referrer-Policy': 'same-origin' },
  );

/** Says that too many passwords were tried, and when to go on. */
export const tooManyAttemptsPage = (seconds: number): PageAnswer =>
  page(
    429,
    'Too many tries',
    html`<main class="narrow">
<h1>Too many tries</h1>
<p class="soft">Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.</p>
</main>`,
    { 'Retry-After': String(seconds) },
  );
