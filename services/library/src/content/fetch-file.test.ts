import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MAX_FETCH_REDIRECTS, MAX_FETCHED_ASSET_BYTES } from '@space/contracts/assets';
import { createEgress } from '@space/egress';
import { type ObjectStore, openObjectStore } from '@space/object-store';
import { createFileFetcher } from './fetch-file.ts';

const KEY = 'u/upl_1';

let folder: string;
let store: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-fetch-'));
  store = await openObjectStore({ folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await store.remove([KEY]);
});

/** Starts a server and returns its address. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Fetches a file; this machine counts as public. */
function fetchFile(url: string) {
  const fetcher = createFileFetcher(createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' }));
  closing.push(() => fetcher.close());
  return fetcher.fetch(url, store, KEY);
}

test('a file is stored under its key and measured, with its first bytes', async () => {
  const bytes = Buffer.alloc(300_000, 'a');
  const url = await serverOf((_request, response) => response.end(bytes));
  const { size, sha256, beginning } = await fetchFile(url);
  expect([size, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  expect(beginning.equals(bytes.subarray(0, 65_536))).toBe(true);
  expect(await store.head(KEY)).toMatchObject({ size: bytes.length });
});

test('redirects are followed, also relative ones, up to a number', async () => {
  const url = await serverOf(({ url: path = '' }, response) => {
    const step = Number(path.slice(1));
    if (step === 0) response.end('here');
    else response.writeHead(302, { location: `/${step - 1}` }).end();
  });
  expect(await fetchFile(`${url}/${MAX_FETCH_REDIRECTS}`)).toMatchObject({ size: 4 });
  await expect(fetchFile(`${url}/${MAX_FETCH_REDIRECTS + 1}`)).rejects.toThrow(/redirects/);
});

test.each([
  'http://169.254.169.254/latest',
  'https://10.0.0.1/',
  'https://metadata.internal/',
  'ftp://example.com/a',
  'file:///etc/passwd',
])('a redirect to %s is refused', async (location) => {
  const url = await serverOf((_request, response) => response.writeHead(307, { location }).end());
  await expect(fetchFile(url)).rejects.toMatchObject({ code: 'unsafe_url', extras: { errors: [{ path: 'source_url' }] } });
  expect(await store.head(KEY)).toBeUndefined();
});

test.each([
  ['an answer without success', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(404).end(), /answers 404/],
  ['a cut answer', cut, /cannot be reached/],
] as const)('%s is an error of the field', async (_name, answer, message) => {
  const url = await serverOf((_request, response) => answer(response as never));
  const refusal: unknown = await fetchFile(url).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'source_url', code: 'not_fetched' }] } });
  expect((refusal as Error).message).toMatch(message);
  expect(await store.head(KEY)).toBeUndefined();
});

/** Sends a part of a body and closes the connection. */
function cut(response: { writeHead(status: number, headers: object): void; write(text: string, sent: () => void): void; destroy(): void }) {
  response.writeHead(200, { 'content-length': '100' });
  response.write('part', () => response.destroy());
}

test('a file that says that it is too large is refused before its bytes', async () => {
  const url = await serverOf((_request, response) => {
    response.writeHead(200, { 'content-length': String(MAX_FETCHED_ASSET_BYTES + 1) });
    response.write('a');
  });
  await expect(fetchFile(url)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('larger than 100 MiB') });
});

test('a server that does not exist is an error of the field', async () => {
  await expect(fetchFile('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'invalid' });
});
