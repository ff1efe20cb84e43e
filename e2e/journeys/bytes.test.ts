import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { Upload } from 'tus-js-client';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

/** A picture of one point, with bytes after its end. */
const picture = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'), randomBytes(bytes)]);

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the id of the asset that an upload becomes. */
const assetOf = ({ client }: TestSpace, id: string): Promise<string> =>
  eventually(async () => {
    const { status, asset_id } = await client.asset_uploads.get({ id });
    expect(status).toBe('ready');
    return asset_id!;
  });

/** Reads bytes of an address. */
async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const content = ({ api_key }: TestSpace, id: string, headers: Record<string, string> = {}, gateway = profile.base_url) =>
  read(`${gateway}/assets/${id}/content`, { authorization: `Bearer ${api_key}`, ...headers });

test('a file that curl sends is read with a key, by everyone while it is public, by a link, and by an agent', async () => {
  const space = await newSpace();
  const { client, api_key } = space;
  const body = picture(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'space-bytes-'));
  const file = join(folder, 'photo.png');
  await writeFile(file, body);
  const upload = await client.asset_uploads.create({ name: 'photo.png', size: body.length });
  const args = ['-sS', '-o', join(folder, 'answer'), '-w', '%{http_code}', '-T', file, upload.upload_url];
  expect(execFileSync('curl', args).toString()).toBe('204');
  await rm(folder, { recursive: true });
  const id = await assetOf(space, upload.id);

  const whole = await content(space, id);
  expect([whole.status, whole.bytes.equals(body), whole.headers.get('etag')]).toEqual([200, true, `"${sha256(body)}"`]);
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await content(space, id, { range: 'bytes=-5' })).bytes.equals(body.subarray(-5))).toBe(true);
  expect((await content(space, id, { 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);

  const address = `${profile.public_url}/a/${id}/photo.png`;
  expect((await read(address)).status).toBe(404);
  await client.assets.publish({ id });
  const shown = await read(address);
  expect([shown.status, shown.bytes.equals(body), shown.headers.get('content-security-policy')]).toEqual([
    200,
    true,
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ]);
  await client.assets.publish({ id, publish: false });
  expect((await read(address)).status).toBe(404);

  const { url } = await client.assets.create_link({ id });
  const path = `${profile.public_url}${new URL(url).pathname}`;
  expect((await read(path)).bytes.equals(body)).toBe(true);
  await client.assets.update({ id, rotate_links: true });
  expect((await read(path)).status).toBe(404);

  const seen = await callTool(api_key, 'get_asset_content', { id });
  expect(seen.content).toMatchObject([{ type: 'text' }, { type: 'image', mimeType: 'image/png', data: body.toString('base64') }]);
  const { url: link } = seen.structuredContent as { url: string };
  expect((await read(`${profile.public_url}${new URL(link).pathname}`)).bytes.equals(body)).toBe(true);
});

test('a tus client sends the parts of a file to several gateways', async () => {
  const space = await newSpace();
  const body = randomBytes(2_500_000);
  const { id, upload_url } = await space.client.asset_uploads.create({ name: 'data.bin', size: body.length });
  const { pathname } = new URL(upload_url);
  for (const [n, gateway] of profile.gateway_urls.entries()) {
    const end = n === profile.gateway_urls.length - 1 ? body.length : 1_000_000;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const client = new Upload(body, {
      uploadUrl: new URL(pathname, gateway).href,
      uploadSize: body.length,
      chunkSize: 500_000,
      onSuccess: () => resolve(),
      onError: reject,
      // The client stops in the middle of the file, so that the next gateway continues.
      onChunkComplete: (_, bytes) => (bytes >= end && bytes < body.length ? void client.abort().then(resolve, reject) : undefined),
    });
    client.start();
    await promise;
  }
  const asset = await assetOf(space, id);
  expect(await space.client.assets.get({ id: asset })).toMatchObject({ sha256: sha256(body), size: body.length });
  for (const gateway of profile.gateway_urls) expect((await content(space, asset, {}, gateway)).bytes.equals(body)).toBe(true);
});
