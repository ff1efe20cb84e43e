import { createHash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';

/** Returns an iCalendar file as the answer to a visitor. */
export const calendarFile = (body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/calendar; charset=utf-8',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  },
  body,
});

/** Returns a feed as the answer to a calendar program, or 304 if it has the same one already. */
export function feedAnswer(text: string, if_none_match: string | null): PageAnswer {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  return if_none_match === etag ? { status: 304, headers, body: '' } : calendarFile(text, headers);
}
