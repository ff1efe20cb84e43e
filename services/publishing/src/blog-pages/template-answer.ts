import type { PageAnswer } from '@space/contracts/core';
import { contentSecurityPolicy } from '@space/web';
import { entityTag, REVALIDATE } from '../serving/page-answers.ts';

/**
 * The policy of a post in the template of its blog, which may contain scripts as a page may. The sandbox gives it an
 * opaque origin, so its scripts read no cookie, no storage and no other page.
 */
const ISOLATED = contentSecurityPolicy({
  sandbox: ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-top-navigation-by-user-activation'],
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
});

/** Returns the answer with a post in the template of its blog. */
export const templateAnswer = (body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': ISOLATED,
    'Cache-Control': REVALIDATE,
    ETag: entityTag(body),
    // A browser shows a sandboxed document under this opener policy only.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...headers,
  },
  body,
});
