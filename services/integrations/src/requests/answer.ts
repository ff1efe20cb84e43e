import { isUtf8 } from 'node:buffer';
import { MAX_JSON_DEPTH, type OutputOf } from '@space/contracts/core';
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
    json: is_base64 || is_truncated || !/[/+]json\b/.test(headers['content-type'] ?? '') ? null : parsed(body, redact),
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

type JsonValue = HttpAnswer['json'];

/** Returns the value of a text in JSON, with secrets redacted; null if it is not JSON, or nested more than MAX_JSON_DEPTH times. */
function parsed(text: string, redact: Redact): JsonValue {
  try {
    return redacted(JSON.parse(text) as JsonValue, redact, MAX_JSON_DEPTH);
  } catch {
    return null;
  }
}

/** Redacts the strings and the keys of a value: JSON decodes escapes, so that a string may have more than its text showed. */
function redacted(value: JsonValue, redact: Redact, depth: number): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RangeError(`The value is nested more than ${MAX_JSON_DEPTH} times.`);
  if (Array.isArray(value)) return value.map((one) => redacted(one, redact, depth - 1));
  // fromEntries defines fields and sets none, so that a field "__proto__" is one like the others.
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redacted(one!, redact, depth - 1)]));
}
