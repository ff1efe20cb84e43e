import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { Problem, subjectOf } from '@space/contracts/core';
import { MAX_COMPRESSED_DOWNLOADS } from '@space/contracts/platform';
import { rows } from '@space/contracts/tables';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

type Export = (typeof rows)['operations']['export'];

interface Page {
  readonly csv: string;
  readonly next: string | null;
}

let api: Api;
let token: string;
let calls = 0;
let pageAt: (cursor: string | undefined) => Page | Promise<Page>;
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['tables:read'] }));
  const handler = async ({ input }: Call<Export>) => {
    calls += 1;
    const { csv, next } = await pageAt(input.cursor);
    return { csv, has_more: next !== null, next_cursor: next };
  };
  await api.ports.bus.serve('tables', [
    { subject: subjectOf(rows.name, 'export'), answer: createEndpoint('rows.export', rows.operations.export, handler) as never },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  calls = 0;
});

/** Pages of a megabyte: more than the buffers of a connection have room for. */
const PAGES = 30;

const line = 'Äda,Lovelace,first program\r\n';
const large = line.repeat(1_000);
const twoPages = (cursor: string | undefined): Page =>
  cursor === undefined ? { csv: `name\r\n${large}`, next: 'b' } : { csv: large, next: null };

/** Starts a download. Resolves to the answer as it is on the wire when its headers have arrived. */
function open(coding: string, method = 'GET'): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv', 'accept-encoding': coding };
  httpRequest(`${api.url}/v1/tables/tbl_1/export`, { method, headers, agent: false }, resolve).on('error', reject).end();
  return promise;
}

describe.each([
  ['br', brotliDecompressSync, createBrotliDecompress],
  ['gzip', gunzipSync, createGunzip],
] as const)('a download with Accept-Encoding: %s', (coding, inflate, createInflate) => {
  test('is compressed, without a length, and has all pages', async () => {
    pageAt = twoPages;
    const answer = await open(coding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-encoding': coding,
      vary: 'Accept, Accept-Encoding',
      'transfer-encoding': 'chunked',
    });
    expect([answer.headers['content-length'], answer.headers.etag]).toEqual([undefined, undefined]);
    const bytes = await buffer(answer);
    expect(inflate(bytes).toString()).toBe(`name\r\n${large}${large}`);
    expect(bytes.length).toBeLessThan(large.length / 4);
  });

  test('is compressed when it is one large page, and HEAD has the same headers', async () => {
    pageAt = () => ({ csv: large, next: null });
    const [answer, head] = [await open(coding), await open(coding, 'HEAD')];
    expect(inflate(await buffer(answer)).toString()).toBe(large);
    expect(await buffer(head)).toHaveLength(0);
    for (const name of ['content-encoding', 'content-type', 'content-length', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, answer.headers[name]]);
  });

  test('arrives page by page: a slow page does not delay the one before', async () => {
    const slow = Promise.withResolvers<Page>();
    pageAt = (cursor) => (cursor === undefined ? { csv: large, next: 'b' } : slow.promise);
    const plain = (await open(coding)).pipe(createInflate());
    let text = '';
    for await (const chunk of plain) {
      text += chunk;
      if (Buffer.byteLength(text) >= Buffer.byteLength(large)) slow.resolve({ csv: 'Bob\r\n', next: null });
    }
    expect(text).toBe(`${large}Bob\r\n`);
  });

  test('that fails in the middle closes the connection', async () => {
    pageAt = (cursor) => {
      if (cursor === undefined) return { csv: large, next: 'b' };
      throw new Problem('unavailable', 'Gone.');
    };
    await expect(open(coding).then(buffer)).rejects.toThrow(/aborted|hang up/);
  });

  test('reads no further pages while its client does not read, and all of them later', async () => {
    const random = randomBytes(750_000).toString('base64');
    pageAt = (cursor) => ({ csv: random, next: cursor === 'x'.repeat(PAGES - 1) ? null : `${cursor ?? ''}x` });
    const answer = await open(coding);
    await eventually(async () => {
      const before = calls;
      await delay(200);
      expect(calls).toBe(before);
    });
    expect(calls).toBeLessThan(PAGES);
    expect(inflate(await buffer(answer)).length).toBe(PAGES * random.length);
  });

  test('reads no further pages when its client leaves', async () => {
    const left = Promise.withResolvers<void>();
    pageAt = async (cursor) => {
      if (cursor !== undefined) await left.promise;
      return { csv: large, next: 'again' };
    };
    const answered = await downloadsAnswered();
    const answer = await open(coding);
    await eventually(() => expect(calls).toBe(2));
    answer.destroy();
    await delay(100);
    left.resolve();
    await eventually(async () => expect(await downloadsAnswered()).toBe(answered + 1));
    expect(calls).toBe(2);
  });
});

/** Returns how many requests for the file are over, in the metric. */
async function downloadsAnswered(): Promise<number> {
  const { values } = await metrics.httpRequests.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.http_route === '/v1/tables/:table_id/export')
    .reduce((sum, { value }) => sum + value, 0);
}

test('a small download is sent as it is', async () => {
  pageAt = () => ({ csv: line, next: null });
  const answer = await open('br, gzip');
  expect([answer.headers['content-encoding'], (await buffer(answer)).toString()]).toEqual([undefined, line]);
});

test('a download without a known coding is sent as it is, and varies by it', async () => {
  pageAt = twoPages;
  const answer = await open('identity');
  expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, 'Accept, Accept-Encoding']);
  expect((await buffer(answer)).toString()).toBe(`name\r\n${large}${large}`);
});

test('beyond the limit a download is sent as it is, and one that ended makes room', async () => {
  const last = Promise.withResolvers<Page>();
  pageAt = (cursor) => (cursor === undefined ? { csv: large, next: 'b' } : last.promise);
  const answers: IncomingMessage[] = [];
  for (let count = 0; count <= MAX_COMPRESSED_DOWNLOADS; count += 1) answers.push(await open('gzip'));
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    ...Array.from({ length: MAX_COMPRESSED_DOWNLOADS }, () => 'gzip'),
    undefined,
  ]);
  last.resolve({ csv: 'Bob\r\n', next: null });
  const files = await Promise.all(answers.map((answer) => buffer(answer)));
  expect(new Set(files.map((bytes, index) => (index < MAX_COMPRESSED_DOWNLOADS ? gunzipSync(bytes) : bytes).toString()))).toEqual(
    new Set([`${large}Bob\r\n`]),
  );
  const next = await open('gzip');
  expect(next.headers['content-encoding']).toBe('gzip');
  await buffer(next);
});
