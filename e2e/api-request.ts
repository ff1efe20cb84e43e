import { expect } from '@jest/globals';
import { ProblemBody, problems } from '@space/contracts/core';
import { expectDeclared } from './openapi-conformance.ts';

/** What one request carries. */
export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another key than usual; null for none. */
  readonly key?: string | null;
}

/** An answer, read whole. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the answer; undefined when it has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests find out
  readonly body: any;
}

/** Sends one request to the API; `path` is what follows `/v1`. */
export type ApiRequest = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>;

/**
 * Sends requests and holds every answer to what all answers promise: a request id, no failure of ours, JSON of the
 * declared media type, a refusal that is a whole Problem, and a status and a code that the OpenAPI document names.
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
      body: text === '' ? undefined : JSON.parse(text),
    };
    expectWellFormed(answer);
    await expectDeclared(method, path, answer);
    return answer;
  };

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

/** What every answer promises, whatever was asked. */
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
