const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** Headers of answers. */
export const responseHeaders = {
  'X-Request-Id': header('Names this request in our log: the one you sent, or a new one.', '3f0c0b6e-6f1f-4b8e-9a55-0d8a2f9d7c11'),
  ETag: header('The version of what is answered and a mark of what it shows, for If-Match and If-None-Match.', '"3.2882303761"'),
  RateLimit: header(
    'Requests left in this window and seconds until the next (draft-ietf-httpapi-ratelimit-headers).',
    '"default";r=99;t=1',
  ),
  'RateLimit-Policy': header('How many requests one key may make in a window of so many seconds.', '"default";q=100;w=1'),
  'Dry-Run': header('true when the call was only tried.', 'true'),
  'Idempotent-Replayed': header('true when this is the kept answer of an earlier call with the same Idempotency-Key.', 'true'),
  'Retry-After': header('Seconds to wait before trying again.', '1'),
  'WWW-Authenticate': header('Bearer.', 'Bearer realm="space"'),
};

const parameter = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Headers of requests. */
export const requestHeaders = {
  RequestId: parameter('X-Request-Id', 'Names this request in your log and ours; made when you send none.', {
    type: 'string',
    pattern: '^[\\w.-]{1,128}$',
  }),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Makes this call happen once: the first answer is kept for 24 hours and replayed. Use a new key for each different request.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  DryRun: {
    name: 'dry_run',
    in: 'query',
    required: false,
    description:
      'true only tries the call: it is judged and answered as if it were made, with the header Dry-Run, and nothing of it is kept.',
    schema: { type: 'boolean', default: false },
  },
  IfMatch: parameter('If-Match', 'The ETag you read; when it was changed since, the answer is 412.'),
  IfNoneMatch: parameter('If-None-Match', 'The ETag you have; when it is still the one, the answer is 304 without a body.'),
};
