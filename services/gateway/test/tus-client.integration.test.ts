import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { byteDoor, pathOf, sha256 } from './fixtures/byte-door.ts';

const door = byteDoor();

/** Uploads a body with the client of the authors of tus, and resolves with the error of a failure. */
function upload(token: string, body: Buffer, options: Partial<UploadOptions> = {}): { client: Upload; end: Promise<Error | undefined> } {
  const { promise: end, resolve } = Promise.withResolvers<Error | undefined>();
  const client = new Upload(body, {
    uploadUrl: `${door.api.url}${pathOf(token)}`,
    uploadSize: body.length,
    retryDelays: [100, 200, 400],
    onSuccess: () => resolve(undefined),
    onError: resolve,
    ...options,
  });
  client.start();
  return { client, end };
}

test.each([
  ['in one request', {}],
  ['in parts', { chunkSize: 300_000 }],
])('a tus client sends a file %s', async (_, options) => {
  const body = randomBytes(1_000_000);
  const { token, row } = door.library.newUpload(body.length);
  expect(await upload(token, body, options).end).toBeUndefined();
  expect(row).toMatchObject({ status: 'checking', sha256: sha256(body) });
  expect((await door.bytesOf(token)).equals(body)).toBe(true);
});

test('a tus client continues after a break in the middle of a request', async () => {
  const body = randomBytes(4_000_000);
  const { token, row } = door.library.newUpload(body.length);
  // The client that leaves has sent a part of its request only.
  const sent = door.open(token, body.length, body.subarray(0, 1_500_000));
  await door.arrived(token, 1_500_000);
  sent.destroy();
  const offsets: number[] = [];
  const { end } = upload(token, body, { onProgress: (bytes) => offsets.push(bytes) });
  expect(await end).toBeUndefined();
  expect(offsets[0]).toBeGreaterThanOrEqual(1_500_000);
  expect((await door.bytesOf(token)).equals(body)).toBe(true);
  expect(row.sha256).toBe(sha256(body));
});

test('a tus client sends a stream of unknown length in parts', async () => {
  const body = randomBytes(700_000);
  const { token, row } = door.library.newUpload(body.length);
  const { promise: end, resolve, reject } = Promise.withResolvers<void>();
  const options = { uploadUrl: `${door.api.url}${pathOf(token)}`, uploadSize: body.length, chunkSize: 256_000 };
  new Upload(Readable.from([body.subarray(0, 1), body.subarray(1)]), { ...options, onSuccess: () => resolve(), onError: reject }).start();
  await end;
  expect(row.sha256).toBe(sha256(body));
});

test('a tus client ends an upload, and its address is gone', async () => {
  const body = randomBytes(1_000);
  const { token, row } = door.library.newUpload(body.length);
  await Upload.terminate(`${door.api.url}${pathOf(token)}`);
  expect(row.status).toBe('cancelled');
  const error = await upload(token, body, { retryDelays: [] }).end;
  expect((error as DetailedError).message).toMatch(/410|upload/);
});
