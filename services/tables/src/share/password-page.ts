import type { PageAnswer } from '@space/contracts/core';
import { type PageContext, passwordBody, tooManyAttemptsBody } from '@space/web';
import { renderPage } from './layout.ts';

/** Renders the password form of a link. The status is 401 after a wrong password. */
export const passwordPage = (context: PageContext, path: string, status: 200 | 401): PageAnswer =>
  renderPage(context, status, context.locale.labels.share.password_needed, passwordBody(context, path, status === 401), {
    // With no-referrer, a browser would omit the origin of the form.
    headers: { 'Referrer-Policy': 'same-origin' },
  });

/** Renders the 429 page with the seconds until the next attempt. */
export const tooManyAttemptsPage = (context: PageContext, seconds: number): PageAnswer =>
  renderPage(context, 429, context.locale.labels.too_often, tooManyAttemptsBody(context, seconds), {
    headers: { 'Retry-After': String(seconds) },
  });
