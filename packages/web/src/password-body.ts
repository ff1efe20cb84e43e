import { type Html, html } from './html.ts';
import type { PageContext } from './page-context.ts';
import { brandHtml } from './theme.ts';

/** Returns the body of a page that asks for the password of a share link, at its path. `isWrong` says that one was wrong. */
export function passwordBody({ theme, locale }: PageContext, path: string, isWrong: boolean): Html {
  const { share } = locale.labels;
  return html`<main class="narrow">
${brandHtml(theme)}<h1>${share.password_title}</h1>
<p class="soft">${share.password_text}</p>
${isWrong && html`<p class="error" id="error" role="alert">${share.wrong_password}</p>`}
<form method="post" action="${path}">
<label for="password">${share.password}</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password"${
    isWrong && html` aria-invalid="true" aria-describedby="error"`
  }>
<button type="submit">${share.open}</button>
</form>
</main>`;
}

/** Returns the body of a page that says how many seconds to wait until the next password. */
export function tooManyAttemptsBody({ theme, locale }: PageContext, seconds: number): Html {
  const { too_often, wait } = locale.labels;
  return html`<main class="narrow">
${brandHtml(theme)}<h1>${too_often}</h1>
<p class="soft">${wait(seconds)}</p>
</main>`;
}
