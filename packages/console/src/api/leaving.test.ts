import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endReads } from './leaving.ts';
import { send } from './send.ts';

const { fetch, addEventListener } = globalThis;
const sent: string[] = [];
beforeEach(() => {
  globalThis.fetch = async (url, { method, signal } = {}) => {
    signal?.throwIfAborted();
    sent.push(`${method} ${url}`);
    return Response.json({});
  };
});
afterEach(() => {
  Object.assign(globalThis, { fetch, addEventListener });
});

test('after a sign-out changes are sent, and reads neither are sent nor fail', async () => {
  await send('GET', '/before', undefined);
  globalThis.addEventListener = () => {};
  endReads();
  const read = send('GET', '/after', undefined).finally(() => sent.push('ended'));
  await send('PATCH', '/after', { name: 'Ada' });
  await Promise.race([read, new Promise(setImmediate)]);
  expect(sent).toEqual(['GET /before', 'PATCH /after']);
});
