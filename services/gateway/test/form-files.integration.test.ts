import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { MAX_BODY_BYTES, Problem, subjectOf } from '@space/contracts/core';
import { formFiles, MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import { type Api, startApi } from './fixtures/api.ts';

const { upload, download } = formFiles.operations;
const largest = upload.max_body_bytes!;

let api: Api;
let token: string;
let received: string[] = [];
let stored: { name: string; bytes: Buffer } | undefined;
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['forms:read', 'forms:write', 'contacts:write'] }));
  const fileOf = (name: string, size: number) => ({
    id: 'fil_1',
    created_at: '2026-01-01T00:00:00.000Z',
    form_id: 'frm_1',
    field_key: 'cv',
    name,
    content_type: 'application/pdf',
    size,
  });
  const take = async ({ input }: Call<typeof upload>) => {
    received.push(input.content_base64);
    return fileOf(input.name, 1);
  };
  const give = async () => {
    if (!stored) throw new Problem('not_found', 'There is no file fil_1.');
    return { ...fileOf(stored.name, stored.bytes.length), content_base64: stored.bytes.toString('base64') };
  };
  await api.ports.bus.serve('scheduling', [
    { subject: subjectOf(formFiles.name, 'upload'), answer: createEndpoint('form_files.upload', upload, take as never) as never },
    { subject: subjectOf(formFiles.name, 'download'), answer: createEndpoint('form_files.download', download, give as never) as never },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  received = [];
  stored = { name: 'cv.pdf', bytes: Buffer.from([0x25, 0x50, 0, 255, 13, 10]) };
});

const send = async (path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${api.url}/v1${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as { code?: string; detail?: string } };
};

const upTo = (bytes: number): string => {
  const empty = JSON.stringify({ field_key: 'cv', name: 'cv.pdf', content_base64: '' });
  return JSON.stringify({ field_key: 'cv', name: 'cv.pdf', content_base64: 'A'.repeat(Math.floor((bytes - empty.length) / 4) * 4) });
};

test('an operation with a larger body limit accepts a file of the largest size', async () => {
  const content_base64 = Buffer.alloc(MAX_FORM_FILE_MB * 1_048_576, 7).toString('base64');
  const { status } = await send('/forms/frm_1/files', JSON.stringify({ field_key: 'cv', name: 'cv.pdf', content_base64 }));
  expect([status, received.map(({ length }) => length), received[0] === content_base64]).toEqual([201, [content_base64.length], true]);
});

test('a body above the limit of its operation is 413: announced, inflated or chunked', async () => {
  const tooLong = upTo(largest + 100);
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(tooLong));
      controller.close();
    },
  });
  const answers = [
    await send('/forms/frm_1/files', tooLong),
    await send('/forms/frm_1/files', new Uint8Array(gzipSync(tooLong)), { 'content-encoding': 'gzip' }),
    await fetch(`${api.url}/v1/forms/frm_1/files`, {
      method: 'POST',
      body: chunked,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as { code?: string; detail?: string },
    })),
  ];
  for (const { status, body } of answers)
    expect([status, body.code, body.detail]).toEqual([413, 'too_large', expect.stringContaining(String(largest))]);
  expect(received).toEqual([]);
});

test('an operation without a limit of its own has the common body limit', async () => {
  const { status, body } = await send('/contacts', JSON.stringify({ name: 'Ada', bio: 'x'.repeat(MAX_BODY_BYTES) }));
  expect([status, body.detail]).toEqual([413, expect.stringContaining(String(MAX_BODY_BYTES))]);
});

test('a caller without the scope is refused before a large body is read', async () => {
  const { api_key } = await api.newKey(await api.newSpace(), { scopes: ['forms:read'] });
  const { status } = await send('/forms/frm_1/files', upTo(1_000), { authorization: `Bearer ${api_key}` });
  expect([status, received]).toEqual([403, []]);
  expect((await send('/forms/frm_1/files', upTo(1_000), { authorization: 'Bearer nothing' })).status).toBe(401);
});

const get = (accept?: string) =>
  fetch(`${api.url}/v1/forms/frm_1/files/fil_1`, { headers: { authorization: `Bearer ${token}`, ...(accept && { accept }) } });

test.each(['application/octet-stream', 'application/json;q=0.1, application/octet-stream'])(
  'Accept: %s gets the bytes themselves, to be saved under their name and never shown',
  async (accept) => {
    const response = await get(accept);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(stored!.bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      vary: expect.stringContaining('Accept'),
    });
  },
);

test.each([
  ['Ada’s "cv".pdf', `attachment; filename="Ada_s _cv_.pdf"; filename*=UTF-8''Ada%E2%80%99s%20%22cv%22.pdf`],
  ["50% (o'k)\\*.pdf", `attachment; filename="50_ (o'k)_*.pdf"; filename*=UTF-8''50%25%20%28o%27k%29%5C%2A.pdf`],
  ['a\r\nSet-Cookie: x.pdf', `attachment; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`],
])('a file called %j has an escaped Content-Disposition', async (name, disposition) => {
  stored = { name, bytes: Buffer.from('x') };
  const { headers } = await get('application/octet-stream');
  expect([headers.get('content-disposition'), headers.get('set-cookie')]).toEqual([disposition, null]);
});

test.each([undefined, '*/*', 'application/json'])('a file with Accept: %s is JSON that contains it', async (accept) => {
  expect(await (await get(accept)).json()).toMatchObject({ name: 'cv.pdf', content_base64: stored!.bytes.toString('base64') });
});

test('a file that does not exist is a Problem for any Accept', async () => {
  stored = undefined;
  const response = await get('application/octet-stream');
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    404,
    'application/problem+json',
    null,
  ]);
});

test('the OpenAPI document has both the file and its JSON', async () => {
  const { body } = await api.send('GET', '/v1/openapi.json');
  const { content } = body.paths['/forms/{id}/files/{file_id}'].get.responses['200'];
  expect(Object.keys(content)).toEqual(['application/json', 'application/octet-stream']);
  expect(content['application/octet-stream'].schema).toEqual({ type: 'string', format: 'binary' });
});
