import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { bodyReaders } from './body.ts';
import { createBodyBudget } from './body-budget.ts';

const ENDED_EARLY = expect.objectContaining({ code: 'invalid', message: 'The body ended before its Content-Length.' });

const readBody = bodyReaders(createBodyBudget(), () => '192.0.2.1')();

/** Returns a request that announces a body of ten bytes, and its response. */
function requestWithBody() {
  const headers = { 'content-length': '10', 'content-type': 'application/json' };
  return Object.assign(new PassThrough(), { headers });
}

const read = (request: ReturnType<typeof requestWithBody>) => readBody(request as never, {} as never);

test('a body is read to its end', async () => {
  const request = requestWithBody();
  const body = read(request);
  request.write('{"a":');
  request.end('1234}');
  expect(Buffer.from((await body)!).toString()).toBe('{"a":1234}');
});

test('the body of a request whose client left before it was read has ended early', async () => {
  const request = requestWithBody();
  request.destroy();
  await new Promise((closed) => request.once('close', closed));
  await expect(read(request)).rejects.toEqual(ENDED_EARLY);
});

test.each([
  ['leaves', undefined],
  ['fails', new Error('read ECONNRESET')],
])('the body of a request whose client %s while it is read has ended early', async (_what, error) => {
  const request = requestWithBody();
  const body = read(request);
  request.write('{"a":');
  request.destroy(error);
  await expect(body).rejects.toEqual(ENDED_EARLY);
});
