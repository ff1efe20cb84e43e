const header = (description: string, example: string, schema: object = { type: 'string' }) => ({ description, schema, example });

const REQUEST_ID = { type: 'string', pattern: '^[\\w.-]{1,128}$' };

/** The response headers of the document. */
export const responseHeaders = {
  'X-Request-Id': header(
    'The id of this request in our log: the one you sent, or a new one.',
    '3f0c0b6e-6f1f-4b8e-9a55-0d8a2f9d7c11',
    REQUEST_ID,
  ),
  ETag: header('The version of the resource and a hash of the representation, for If-Match and If-None-Match.', '"3.2882303761"'),
  Location: header('The path of the created resource.', '/v1/contacts/con_01jd0000000000000000000000'),
  RateLimit: header(
    'Requests left in this window and seconds until the next (draft-ietf-httpapi-ratelimit-headers).',
    '"default";r=99;t=1',
  ),
  'RateLimit-Policy': header('The requests that one key may make in a window, and the seconds of the window.', '"default";q=100;w=1'),
  'Dry-Run': header('true for a dry run: nothing was stored.', 'true'),
  'Idempotent-Replayed': header('true when this is the stored answer of an earlier call with the same Idempotency-Key.', 'true'),
  Understood: header(
    'A JSON list of sentences that name each replaced name or value and what replaced it, such as the name of a table.',
    '["table_id: \\"deals\\" was read as tbl_01jd0000000000000000000000"]',
  ),
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

/** The request headers and shared parameters of the document. */
export const requestHeaders = {
  RequestId: parameter(
    'X-Request-Id',
    'The id of this request in your log and ours: 1 to 128 letters, digits and _ . -. The server makes one when you send none or another text.',
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Makes this call happen once: the first answer is stored for 24 hours and replayed. Use a new key for each different request.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  ),
  DryRun: {
    name: 'dry_run',
    in: 'query',
    required: false,
    description: 'true validates and answers the call as usual, with the header Dry-Run, and stores nothing.',
    schema: { type: 'boolean', default: false },
  },
  IfMatch: parameter('If-Match', 'The ETag that you read. If the resource changed since, the answer is 412.'),
  Range: parameter('Range', 'The bytes to read, such as bytes=0-1023 or bytes=-500. The answer is 206 with Content-Range.'),
  IfNoneMatch: parameter('If-None-Match', 'The ETag that you have. If it still matches, the answer is 304 without a body.'),
};
