import type { PageAnswer } from '@space/contracts/core';
import { entityTag, REVALIDATE } from '../serving/page-answers.ts';

/**
 * The policy of a post in a layout of its blog's own, which may hold scripts as a page may: it is a document of no origin,
 * so they reach no cookie, no storage and no other page, whatever they do.
 */
const ISOLATED = [
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** An answer that is a post in a layout of its blog's own. */
export const templateAnswer = (body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': ISOLATED,
    'Cache-Control': REVALIDATE,
    ETag: entityTag(body),
    // A browser shows no sandboxed document under any other.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...headers,
  },
  body,
});
