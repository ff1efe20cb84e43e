import { expect } from '@jest/globals';
import { ProblemBody, problems } from '@space/contracts/core';
import type { ApiResponse } from './api-response.ts';
import { expectDeclared } from './openapi-conformance.ts';

/** The body, headers and key of one request. */
export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The raw body, instead of JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another key than the default one; null for no key. */
  readonly key?: string | null;
}

/** Sends one request to the API; `path` follows `/v1`. */
export type ApiRequest = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>;

/**
 * Returns a function that sends requests and checks every response: it has a request id, its status is below 500, errors
 * are complete Problems, and the OpenAPI document declares its status, media type and code.
 */
export const createApiRequest =
  (baseUrl: string, key: string): ApiRequest =>
  async (method, path, options = {}) => {
    const url = baseUrl + path;
    const response = await fetch(url, request(method, options.key === undefined ? key : options.key, options));
    const text = await response.text();
    const answer: ApiResponse = {
      status: response.status,
      headers: response.headers,
      text,
      body: bodyOf(response.headers.get('content-type'), text),
    };
    expectWellFormed(answer);
    await expectDeclared(method, path, answer);
    return answer;
  };

/** Returns the parsed JSON of a body, or the text of any other; undefined if it is empty. */
function bodyOf(type: string | null, text: string): unknown {
  if (text === '') return undefined;
  return /^application\/(problem\+)?json\b/.test(type ?? '') ? JSON.parse(text) : text;
}

function request(method: string, key: string | null, { body, raw, headers }: RequestOptions): RequestInit {
  const content = raw ?? (body === undefined ? null : JSON.stringify(body));
  return {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(content === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content === null ? {} : { body: content }),
  };
}

/** Fails unless the response keeps the promises of every response. */
function expectWellFormed({ status, headers, body }: ApiResponse): void {
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^[\w.-]{1,128}$/);
  expect(status).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get('content-type')).toBe('application/problem+json');
  const problem = ProblemBody.parse(body);
  expect(problem).toMatchObject({ status, request_id: requestId, title: problems[problem.code].title });
  expect(problems[problem.code].status).toBe(status);
  expect(problem.type).toMatch(new RegExp(`^https?://.+/docs/problems#${problem.code}$`));
  expect(problem.detail).toMatch(/\S/);
}
