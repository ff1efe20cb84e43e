import { isUtf8 } from 'node:buffer';
import type { OutputOf } from '@space/contracts/core';
import { type httpRequests, MAX_ANSWER_BYTES } from '@space/contracts/integrations';
import type { Redact } from '@space/text';
import type { ReceivedAnswer } from './exchange.ts';

/** The answer of the operation. */
export type HttpAnswer = OutputOf<(typeof httpRequests)['operations']['send']>;

const shownHeader = /^(?:content-type|link|location|retry-after|x-request-id|(?:x-)?ratelimit(?:-[a-z-]+)?)$/;

/** Returns an answer as callers see it: the first MAX_ANSWER_BYTES of its body, with secrets redacted. */
export function shownAnswer({ status, headers, bytes }: ReceivedAnswer, redact: Redact, duration_ms: number): HttpAnswer {
  const is_truncated = bytes.length > MAX_ANSWER_BYTES;
  const shown = is_truncated ? withoutCutCharacter(bytes.subarray(0, MAX_ANSWER_BYTES)) : bytes;
  const is_base64 = !isUtf8(shown);
  // Latin 1 has a character for each byte, so that a secret is found in bytes that are no text.
  const encoding = is_base64 ? 'latin1' : 'utf8';
  const text = redact(bytes.toString(encoding), shown.toString(encoding).length);
  const body = is_base64 ? Buffer.from(text, 'latin1').toString('base64') : text;
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => shownHeader.test(name))
        .map(([name, value]) => [name, redact(value)]),
    ),
    body,
    json: is_base64 || is_truncated || !/[/+]json\b/.test(headers['content-type'] ?? '') ? null : parsed(body),
    is_base64,
    is_truncated,
    duration_ms,
  };
}

/** The answer of a dry run, which sends nothing. */
export const unsentAnswer: HttpAnswer = {
  status: null,
  headers: {},
  body: '',
  json: null,
  is_base64: false,
  is_truncated: false,
  duration_ms: 0,
};

/** Returns bytes without the beginning of a character of UTF-8 at their end. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let cut = 0; cut < 4; cut++) {
    const part = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(part)) return part;
  }
  return bytes;
}

function parsed(text: string): HttpAnswer['json'] {
  try {
    return JSON.parse(text) as HttpAnswer['json'];
  } catch {
    return null;
  }
}
