import { z } from 'zod';
import { jsonValue, line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { MAX_ANSWER_BYTES, MAX_REQUEST_BODY_BYTES, MAX_REQUEST_HEADERS, REQUEST_SECONDS } from './limits.ts';

/** A secret in a header: `{{secret.NAME}}`, or `{{secret.NAME|base64}}` for its base64. */
export const SECRET_TAG = /\{\{secret\.([A-Z][A-Z0-9_]{0,63})(\|base64)?\}\}/g;

/** The opening of a secret tag with anything after it: no field but a secret header may have one. */
export const ANY_SECRET_TAG = /\{\{\s*secret\s*[.|}]/;

/** Headers that the sender of a request decides. */
const decidedByUs: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = z
  .string()
  .max(100)
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'is not the name of a header')
  .refine((name) => !decidedByUs.has(name) && !/^(?:proxy|sec)-/.test(name), {
    error: ({ input }) => `${String(input)} cannot be set; leave it out`,
  });

const headerValue = line(8_192).regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be a text that a header can have');

const isConstantWithSecret = (text: string): boolean => {
  const rest = text.replace(SECRET_TAG, '');
  return rest !== text && !/[{}]/.test(rest);
};

const secretHeaderValue = headerValue.refine(
  isConstantWithSecret,
  'must name a secret, and have no other tag: Bearer {{secret.CRM_TOKEN}}, or Basic {{secret.CRM_LOGIN|base64}}',
);

const atMost = <Value extends z.ZodType>(headers: z.ZodRecord<typeof headerName, Value>) =>
  headers.refine((given) => Object.keys(given).length <= MAX_REQUEST_HEADERS, `must have at most ${MAX_REQUEST_HEADERS} headers`);

/** Requests to other services, with secrets of the Space in their headers. */
export const httpRequests = contract({
  name: 'http_requests',
  service: 'integrations',
  tag: 'Secrets',
  description: 'Requests to other services, with secrets of the Space in their headers.',
  operations: {
    send: operation({
      summary: 'Send a request to another service',
      description: `Sends one request to a public https address and returns the answer of its receiver, with any status. Redirects are not followed, and nothing is repeated. A secret stands only in secret_headers, as {{secret.NAME}} or {{secret.NAME|base64}}, and is sent only to its hosts. The answer has it redacted. After a lost connection the outcome is unknown; a second call with the same Idempotency-Key never sends a second request.`,
      scope: 'secrets:run',
      route: { method: 'POST', path: '/http-requests', status: 200 },
      tools: [{ name: 'send_http_request', family: 'secrets', action: 'send_request' }],
      input: z.strictObject({
        method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET').describe('Method of the request'),
        url: z.string().min(1).max(2_048).describe('Absolute https address'),
        headers: atMost(z.record(headerName, headerValue)).default({}).describe('Headers without secrets'),
        secret_headers: atMost(z.record(headerName, secretHeaderValue))
          .default({})
          .describe('Headers with secrets, such as {"Authorization": "Bearer {{secret.CRM_TOKEN}}"}. An automation fills nothing in here'),
        body: jsonValue.optional().describe('A text is sent as it is, any other value as JSON'),
        timeout_seconds: z
          .int()
          .min(1)
          .max(REQUEST_SECONDS.max)
          .default(REQUEST_SECONDS.default)
          .describe(`Time limit, default ${REQUEST_SECONDS.default}`),
      }),
      constant_fields: ['secret_headers'],
      output: z
        .object({
          status: z.int().nullable().describe('Status of the answer; null for a dry run, which sends nothing'),
          headers: z
            .record(z.string(), z.string())
            .describe('content-type, link, location, retry-after, x-request-id and ratelimit headers'),
          body: z.string().describe(`The first ${MAX_ANSWER_BYTES / 1_024} KiB as text, with secrets redacted; base64 if it is not UTF-8`),
          json: jsonValue.describe('The body as a value if it is JSON and complete, otherwise null'),
          is_base64: z.boolean(),
          is_truncated: z.boolean().describe('True if the answer was longer'),
          duration_ms: z.int(),
        })
        .meta({ id: 'HttpAnswer' }),
      problems: ['unsafe_url', 'unresolved_reference', 'forbidden', 'conflict', 'unavailable', 'timeout'],
      effects: ['outside'],
      no_undo: 'the receiver has the request',
      deadline_ms: (REQUEST_SECONDS.max + 5) * 1_000,
      max_body_bytes: MAX_REQUEST_BODY_BYTES + 131_072,
      example: {
        method: 'POST',
        url: 'https://api.crm.example/customers',
        secret_headers: { Authorization: 'Bearer {{secret.CRM_TOKEN}}' },
        body: { email: 'ada@example.com' },
      },
    }),
  },
});
