import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { MAX_CACHED_FILE_BYTES } from '@space/contracts/platform';
import { ASSET_LINK_PURPOSE, AssetLink, assetTag } from '@space/contracts/uploads';
import { sealedToken } from '@space/crypto';
import { newId } from '@space/database';
import { objectsOf } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { OPERATOR_TOKEN } from './fixtures/api.ts';
import { byteDoor, sha256 } from './fixtures/byte-door.ts';

const door = byteDoor();
const body = randomBytes(1_000_000);
const etag = `"${sha256(body)}"`;
let token: string;
let space: string;
beforeAll(async () => {
  space = await door.api.newSpace();
  token = (await door.api.newKey(space, { scopes: ['assets:read'] })).api_key;
});

/** Stores bytes as an asset and returns its id. */
async function newAsset(bytes: Buffer, over: { name?: string; content_type?: string; is_public?: boolean } = {}): Promise<string> {
  const asset_id = `ast_${newId('spc').slice(4)}`;
  const object_key = `s/${space}/${asset_id}`;
  const one = { name: 'a file.bin', content_type: 'application/octet-stream', is_public: false, ...over };
  await objectsOf(door.api.ports).put(
    object_key,
    (async function* whole() {
      yield bytes;
    })(),
    { content_type: one.content_type },
  );
  const picture = { status: 'unsupported' as const, width: null, height: null, focal_point: null };
  const file = { object_key, size: bytes.length, etag: sha256(bytes), links_version: 0, picture, asked: null };
  door.library.contents.set(asset_id, { space_id: space, asset_id, ...file, ...one });
  return asset_id;
}

/** Reads bytes of a URL. */
async function read(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const ofKey = (asset: string, headers: Record<string, string> = {}, method = 'GET') =>
  read(`${door.api.url}/v1/assets/${asset}/content`, { authorization: `Bearer ${token}`, ...headers }, method);

const ofVisitor = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  read(`${door.api.publicUrl}${path}`, headers, method);

const linkTo = (asset_id: string, over: Partial<AssetLink> = {}, expires_at = door.api.ports.clock.now() + 60_000): string =>
  sealedToken(door.api.ports.box, { purpose: ASSET_LINK_PURPOSE, schema: AssetLink }).seal(
    { space_id: space, asset_id, links_version: 0, download: false, ...over },
    expires_at,
  );

describe('the bytes of an asset for a key', () => {
  test('are an attachment with the hash as ETag', async () => {
    const asset = await newAsset(body, { name: 'Über "uns".html', content_type: 'text/html' });
    const { status, headers, bytes } = await ofKey(asset, { accept: 'image/png' });
    expect(status).toBe(200);
    expect(bytes.equals(body)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      etag,
      'content-type': 'text/html',
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="_ber _uns_.html"; filename*=UTF-8''%C3%9Cber%20%22uns%22.html`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });

  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=999999-', 999_999, 999_999],
    ['bytes=-3', 999_997, 999_999],
    ['bytes=100-2000000', 100, 999_999],
    ['bytes=262143-262145', 262_143, 262_145],
  ])('are a part for Range: %s', async (range, first, last) => {
    const asset = await newAsset(body);
    const { status, headers, bytes } = await ofKey(asset, { range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/${body.length}`]);
    expect(headers.get('content-length')).toBe(String(last - first + 1));
    expect(bytes.equals(body.subarray(first, last + 1))).toBe(true);
  });

  test('are whole for a range that is no range, several ranges, and a range of another version', async () => {
    const asset = await newAsset(body);
    const asked: Record<string, string>[] = [
      { range: 'bytes=5-4' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
    ];
    for (const headers of asked) expect([(await ofKey(asset, headers)).status]).toEqual([200]);
    expect((await ofKey(asset, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  });

  test('are 416 beyond their end, also when there are none', async () => {
    const asset = await newAsset(body);
    const { status, headers, bytes } = await ofKey(asset, { range: 'bytes=1000000-' });
    expect([status, headers.get('content-range'), JSON.parse(bytes.toString()).code]).toEqual([
      416,
      'bytes */1000000',
      'range_not_satisfiable',
    ]);
    const empty = await newAsset(Buffer.alloc(0));
    expect((await ofKey(empty, { range: 'bytes=0-' })).status).toBe(416);
    const whole = await ofKey(empty);
    expect([whole.status, whole.bytes.length]).toEqual([200, 0]);
  });

  test('are 304 for a reader that has them, and only headers for HEAD', async () => {
    const asset = await newAsset(body);
    const known = await ofKey(asset, { 'if-none-match': `"x", W/${etag}` });
    expect([known.status, known.headers.get('etag'), known.bytes.length]).toEqual([304, etag, 0]);
    const head = await ofKey(asset, { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '1000000', 0]);
  });

  test('need the scope, and an asset that there is', async () => {
    const asset = await newAsset(body);
    expect((await read(`${door.api.url}/v1/assets/${asset}/content`)).status).toBe(401);
    const { api_key } = await door.api.newKey(space, { scopes: ['contacts:read'] });
    expect((await ofKey(asset, { authorization: `Bearer ${api_key}` })).status).toBe(403);
    expect((await ofKey('ast_none')).status).toBe(404);
    await objectsOf(door.api.ports).remove([door.library.contents.get(asset)!.object_key]);
    expect((await ofKey(asset)).status).toBe(404);
  });

  test('end when the key is revoked while a slow client reads', async () => {
    const large = await newAsset(Buffer.alloc(40_000_000));
    const { id: key, api_key } = await door.api.newKey(space, { scopes: ['assets:read'] });
    const closed = Promise.withResolvers<number>();
    const sent = httpRequest(
      `${door.api.url}/v1/assets/${large}/content`,
      { headers: { authorization: `Bearer ${api_key}` } },
      (response) => {
        let received = 0;
        response.once('data', async (first: Buffer) => {
          received += first.length;
          response.pause();
          await door.api.send('POST', `/v1/operator/keys/${key}/revoke`, { token: OPERATOR_TOKEN });
          await eventually(async () => expect((await ofKey(large, { authorization: `Bearer ${api_key}` }, 'HEAD')).status).toBe(401));
          response.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
          response.resume();
        });
        response.on('error', () => closed.resolve(received));
        response.on('end', () => closed.resolve(received));
      },
    );
    sent.on('error', () => closed.resolve(0));
    sent.end();
    expect(await closed.promise).toBeLessThan(40_000_000);
  });
});

describe('the bytes of a small public asset', () => {
  const small = randomBytes(2_000);
  const asked = { range: 'bytes=0-0' };

  test('come from the cache until the library says that the asset changed', async () => {
    const asset = await newAsset(small, { is_public: true });
    const { object_key } = door.library.contents.get(asset)!;
    const first = await ofVisitor(`/a/${asset}/a.bin?x=1`);
    const not_modified = await ofVisitor(`/a/${asset}/a.bin`, { 'if-none-match': `"${sha256(small)}"` });
    await objectsOf(door.api.ports).remove([object_key]);
    expect((await ofVisitor(`/a/${asset}/a.bin`, asked)).status).toBe(404);

    const shown = ({ status, headers, bytes }: typeof first) => {
      const { date: _date, 'x-request-id': _id, 'keep-alive': _alive, connection: _connection, ...same } = Object.fromEntries(headers);
      return { status, same, bytes };
    };
    const again = await ofVisitor(`/a/${asset}/b.bin`);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(shown(again)).toEqual(shown(first));
    expect(shown(await ofVisitor(`/a/${asset}/a.bin`, {}, 'HEAD'))).toEqual({ ...shown(first), bytes: Buffer.alloc(0) });
    expect(shown(await ofVisitor(`/a/${asset}/a.bin`, { 'if-none-match': `"${sha256(small)}"` }))).toEqual(shown(not_modified));

    door.library.contents.delete(asset);
    door.api.ports.bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify([assetTag(asset)])));
    await eventually(async () => expect((await ofVisitor(`/a/${asset}/a.bin`)).status).toBe(404));
  });

  test('are read each time for a private one, and for one above the limit', async () => {
    const large = await newAsset(randomBytes(MAX_CACHED_FILE_BYTES + 1), { is_public: true });
    const linked = await newAsset(small);
    const addresses = [`/a/${large}/a.bin`, `/a/s/${linkTo(linked)}/a.bin`];
    for (const address of addresses) expect((await ofVisitor(address)).status).toBe(200);
    await objectsOf(door.api.ports).remove([large, linked].map((id) => door.library.contents.get(id)!.object_key));
    for (const address of addresses) expect((await ofVisitor(address)).status).toBe(404);
  });
});

describe('the bytes of an asset for visitors', () => {
  const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

  test.each<[string, string, string, string]>([
    ['image/png', 'a.png', 'inline', sandbox],
    ['image/svg+xml', 'a.svg', 'inline', sandbox],
    ['text/plain; charset=utf-8', 'a.txt', 'inline', sandbox],
    ['application/pdf', 'a.pdf', 'inline', "default-src 'none'; style-src 'unsafe-inline'"],
    ['text/html', 'a.html', 'attachment', sandbox],
    ['application/xhtml+xml', 'a.xhtml', 'attachment', sandbox],
    ['text/xml', 'a.xml', 'attachment', sandbox],
    ['application/zip', 'a.zip', 'attachment', sandbox],
    ['application/x-msdownload', 'a.exe', 'attachment', sandbox],
    ['text/javascript', 'a.js', 'attachment', sandbox],
  ])('are shown or downloaded by their kind: %s', async (content_type, name, disposition, policy) => {
    const asset = await newAsset(body, { content_type, name, is_public: true });
    const { status, headers, bytes } = await ofVisitor(`/a/${asset}/${name}`);
    expect([status, bytes.equals(body)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      etag,
      'content-type': content_type,
      'content-disposition': `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('say that a plain text is UTF-8', async () => {
    const asset = await newAsset(Buffer.from('Größe'), { content_type: 'text/plain', name: 'a.txt', is_public: true });
    expect((await ofVisitor(`/a/${asset}/a.txt`)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await ofVisitor(`/a/s/${linkTo(asset)}/a.txt`)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await ofKey(asset)).headers.get('content-type')).toBe('text/plain');
  });

  test('have ranges, 304 and HEAD too', async () => {
    const asset = await newAsset(body, { is_public: true });
    const path = `/a/${asset}/x`;
    expect((await ofVisitor(path, { range: 'bytes=-1' })).headers.get('content-range')).toBe('bytes 999999-999999/1000000');
    expect((await ofVisitor(path, { range: 'bytes=2000000-' })).headers.get('content-range')).toBe('bytes */1000000');
    expect((await ofVisitor(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await ofVisitor(path, {}, 'HEAD')).bytes.length).toBe(0);
    const wrong = await ofVisitor(path, {}, 'POST');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('of a shared whiteboard are read below the address of its link, too', async () => {
    const asset = await newAsset(body, { content_type: 'image/png', name: 'a.png' });
    const shared = await ofVisitor(`/w/shared/a/${asset}/a.png`);
    expect([shared.status, shared.bytes.equals(body)]).toEqual([200, true]);
    expect((await ofVisitor(`/w/locked/a/${asset}/a.png`)).status).toBe(404);
    expect((await ofVisitor(`/x/shared/a/${asset}/a.png`)).status).toBe(404);
  });

  test('of a shared document are read below the address of its link, with the cookie of its page', async () => {
    const asset = await newAsset(body, { content_type: 'image/png', name: 'a.png' });
    const shared = await ofVisitor(`/d/shared/a/${asset}/a.png`);
    expect([shared.status, shared.bytes.equals(body)]).toEqual([200, true]);
    expect(Object.fromEntries(shared.headers)).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
    const locked = `/d/locked/a/${asset}/a.png`;
    expect((await ofVisitor(locked)).status).toBe(404);
    expect((await ofVisitor(locked, { cookie: 'visit=locked' })).status).toBe(200);
    expect((await ofVisitor(locked, { cookie: 'visit=locked' }, 'HEAD')).bytes.length).toBe(0);
    expect((await ofVisitor(`/d/shared/a/ast_none/a.png`)).status).toBe(404);
  });

  test('of a private asset are 404 in every form, like those of one that never was', async () => {
    const asset = await newAsset(body);
    const never = `ast_${'0'.repeat(26)}`;
    const asked: Record<string, string>[] = [{}, { range: 'bytes=0-0' }, { 'if-none-match': etag }];
    for (const one of [asset, never]) {
      for (const headers of asked) expect([one, (await ofVisitor(`/a/${one}/a.png`, headers)).status]).toEqual([one, 404]);
      expect((await ofVisitor(`/a/${one}/a.png`, {}, 'HEAD')).status).toBe(404);
    }
    expect((await ofVisitor('/a/s/x/y')).status).toBe(404);
  });

  test('are readable by a signed link until it expires, is changed, or is rotated', async () => {
    const asset = await newAsset(body, { content_type: 'image/png', name: 'a.png' });
    const link = linkTo(asset);
    const { status, headers, bytes } = await ofVisitor(`/a/s/${link}/a.png`);
    expect([status, bytes.equals(body)]).toEqual([200, true]);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-cache', 'noindex']);
    const download = await ofVisitor(`/a/s/${linkTo(asset, { download: true })}/a.png`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    const now = door.api.ports.clock.now();
    const altered = `${link.slice(0, 30)}${link[30] === 'A' ? 'B' : 'A'}${link.slice(31)}`;
    const other = sealedToken(door.api.ports.box, { purpose: 'preview', schema: AssetLink });
    const foreign = other.seal({ space_id: space, asset_id: asset, links_version: 0, download: false });
    for (const wrong of [altered, `${link}A`, foreign, linkTo(asset, {}, now), linkTo(asset, { links_version: 1 }), linkTo('ast_none')])
      expect((await ofVisitor(`/a/s/${wrong}/a.png`)).status).toBe(404);
    door.api.ports.clock.advance(60_001);
    expect((await ofVisitor(`/a/s/${link}/a.png`)).status).toBe(404);
  });
});
