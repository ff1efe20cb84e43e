import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { byteDoor, pathOf, sha256, tus } from './fixtures/byte-door.ts';

const door = byteDoor();

describe('PUT', () => {
  test.each([0, 1, 200_000, 3_000_000])('stores the %i bytes of a whole file, with their SHA-256', async (size) => {
    const body = randomBytes(size);
    const { token, row } = door.library.newUpload(size, { content_type: 'image/png' });
    const { status, headers, text } = await door.send('PUT', token, body);
    expect({ status, text, offset: headers.get('upload-offset') }).toEqual({ status: 204, text: '', offset: String(size) });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(row).toMatchObject({ status: 'checking', offset: size, sha256: sha256(body), lease: undefined });
    expect(row.stored).toMatchObject({ key: `u/${row.upload_id}`, content_type: 'image/png' });
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
    expect(await door.offsetOf(token)).toBe(size);
  });

  test('works with curl and without a key', async () => {
    const body = randomBytes(2_000_000);
    const file = join(door.folder, 'a file');
    await writeFile(file, body);
    const { token, row } = door.library.newUpload(body.length);
    const args = ['-sS', '--fail-with-body', '-o', '/dev/null', '-w', '%{http_code}', '-T', file, `${door.api.url}${pathOf(token)}`];
    expect((await promisify(execFile)('curl', args)).stdout).toBe('204');
    expect(row.sha256).toBe(sha256(body));
  });

  test('stores what came of a body that was cut, and continues it by Content-Range, by PATCH, or from the start', async () => {
    const body = randomBytes(900_000);
    const { token, row } = door.library.newUpload(body.length);
    const socket = door.open(token, body.length, body.subarray(0, 300_000));
    await door.arrived(token, 300_000);
    socket.destroy();
    await eventually(() => expect(row.lease).toBeUndefined());
    expect(row).toMatchObject({ status: 'receiving', offset: 300_000 });
    expect(await door.offsetOf(token)).toBe(300_000);
    const part = await door.send('PATCH', token, body.subarray(300_000, 500_000), {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '300000',
    });
    expect([part.status, part.headers.get('upload-offset')]).toEqual([204, '500000']);
    const rest = await door.send('PUT', token, body.subarray(500_000), { 'content-range': `bytes 500000-899999/900000` });
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '900000']);
    // One gateway has seen all bytes, so it has the digest.
    expect(row).toMatchObject({ status: 'checking', sha256: sha256(body) });
    expect((await door.bytesOf(token)).equals(body)).toBe(true);

    const other = door.library.newUpload(body.length);
    await door.patch(other.token, 0, randomBytes(1_000));
    expect((await door.send('PUT', other.token, body)).status).toBe(204);
    expect((await door.bytesOf(other.token)).equals(body)).toBe(true);
    expect(other.row.sha256).toBe(sha256(body));
  });

  test.each<[string, number, Record<string, string>, number, string]>([
    ['a longer body', 1_001, {}, 413, 'too_large'],
    ['a shorter body', 999, {}, 400, 'invalid'],
    ['a compressed body', 1_000, { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['a range that is no range', 1_000, { 'content-range': 'bytes 0-999' }, 400, 'invalid'],
    ['a range of another file', 1_000, { 'content-range': 'bytes 0-999/2000' }, 400, 'invalid'],
    ['a range with another length', 1_000, { 'content-range': 'bytes 0-99/1000' }, 400, 'invalid'],
    ['a range beyond the end', 1_000, { 'content-range': 'bytes 1-1000/1000' }, 413, 'too_large'],
    ['a range that leaves a gap', 999, { 'content-range': 'bytes 1-999/1000' }, 409, 'conflict'],
  ])('refuses %s and stores nothing', async (_, length, headers, status, code) => {
    const { token, row } = door.library.newUpload(1_000);
    const answer = await door.send('PUT', token, randomBytes(length), headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(row).toMatchObject({ status: 'waiting', lease: undefined });
    expect((await door.send('PUT', token, randomBytes(1_000))).status).toBe(204);
  });

  test('refuses a body without a length that turns out too long or too short, also for its range', async () => {
    const chunked = (token: string, body: Buffer, headers: Record<string, string> = {}): Promise<{ status: number; code: string }> =>
      new Promise((done, failed) => {
        const sent = httpRequest(`${door.api.url}${pathOf(token)}`, { method: 'PUT', headers }, async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const text = Buffer.concat(chunks).toString() || '{"code":"none"}';
          done({ status: response.statusCode!, code: (JSON.parse(text) as { code: string }).code });
        });
        sent.on('error', failed);
        for (let at = 0; at < body.length; at += 1_000) sent.write(body.subarray(at, at + 1_000));
        sent.end();
      });
    const long = door.library.newUpload(10_000);
    expect(await chunked(long.token, randomBytes(12_000))).toEqual({ status: 413, code: 'too_large' });
    expect(await door.offsetOf(long.token)).toBe(0);
    const short = door.library.newUpload(10_000);
    expect(await chunked(short.token, randomBytes(9_000))).toEqual({ status: 400, code: 'invalid' });
    expect(await door.offsetOf(short.token)).toBe(9_000);
    const range = { 'content-range': 'bytes 9000-9999/10000' };
    expect(await chunked(short.token, randomBytes(500), range)).toEqual({ status: 400, code: 'invalid' });
    expect(await door.offsetOf(short.token)).toBe(9_500);
    expect([long.row.status, short.row.status]).toEqual(['receiving', 'receiving']);
  });
});

describe('tus', () => {
  test('says its version and methods, also to browsers of other origins', async () => {
    const { token } = door.library.newUpload(10);
    const { status, headers } = await door.send('OPTIONS', token, undefined, {
      origin: 'https://example.com',
      'access-control-request-method': 'PATCH',
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-resumable': '1.0.0',
      'tus-extension': 'termination,expiration',
      'access-control-allow-methods': 'PUT, HEAD, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': expect.stringMatching(/Content-Type.*Upload-Offset/),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
    });
    const other = await door.send('HEAD', token, undefined, { 'tus-resumable': '0.2.2' });
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    const wrong = await door.send('POST', token);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PUT, HEAD, PATCH, DELETE, OPTIONS']);
  });

  test('HEAD says how far an upload is, how large, and how long it waits', async () => {
    const { token, row } = door.library.newUpload(100);
    await door.patch(token, 0, randomBytes(40));
    const { headers } = await door.send('HEAD', token, undefined, tus);
    expect(Object.fromEntries(headers)).toMatchObject({
      'upload-offset': '40',
      'upload-length': '100',
      'upload-expires': new Date(row.expires_at).toUTCString(),
      'cache-control': 'private, no-store',
      'tus-resumable': '1.0.0',
    });
  });

  test('a PATCH has its media type in any case, also with parameters', async () => {
    const { token } = door.library.newUpload(100);
    const type = 'Application/Offset+Octet-Stream; charset=binary';
    expect((await door.patch(token, 0, randomBytes(40), { 'content-type': type })).status).toBe(204);
  });

  test('a PATCH at another offset is 409 with the right one, and one beyond the size 413', async () => {
    const { token, row } = door.library.newUpload(100);
    await door.patch(token, 0, randomBytes(40));
    for (const offset of [0, 39, 41, 60]) {
      const { status, headers, body } = await door.patch(token, offset, randomBytes(40));
      expect([offset, status, headers.get('upload-offset'), body.code]).toEqual([offset, 409, '40', 'conflict']);
    }
    expect((await door.patch(token, 40, randomBytes(61))).status).toBe(413);
    expect((await door.patch(token, 101, randomBytes(0))).status).toBe(413);
    expect(await door.offsetOf(token)).toBe(40);
    expect((await door.patch(token, 40, randomBytes(60))).status).toBe(204);
    expect(row).toMatchObject({ status: 'checking', offset: 100 });
    // A client that lost the answer may ask again.
    expect((await door.patch(token, 100, Buffer.alloc(0))).status).toBe(204);
    expect((await door.patch(token, 40, randomBytes(60))).status).toBe(410);
  });

  test.each<[string, Record<string, string>, number]>([
    ['another media type', { 'content-type': 'application/octet-stream' }, 415],
    ['an offset that is no number', { 'upload-offset': '-1' }, 400],
    ['an offset with a fraction', { 'upload-offset': '1.5' }, 400],
    ['an endless offset', { 'upload-offset': '9'.repeat(30) }, 400],
  ])('refuses a PATCH with %s', async (_, headers, status) => {
    const { token } = door.library.newUpload(100);
    expect((await door.patch(token, 0, randomBytes(10), headers)).status).toBe(status);
  });

  test('DELETE cancels an upload, and its address is 410 then', async () => {
    const { token, row } = door.library.newUpload(100);
    await door.patch(token, 0, randomBytes(10));
    expect((await door.send('DELETE', token, undefined, tus)).status).toBe(204);
    expect(row.status).toBe('cancelled');
    for (const method of ['HEAD', 'DELETE']) expect((await door.send(method, token, undefined, tus)).status).toBe(410);
    expect((await door.send('PUT', token, randomBytes(100))).status).toBe(410);
  });

  test('an expired upload is 410, and an address that never was is 404 in every method', async () => {
    const { token } = door.library.newUpload(100, { expires_at: new Date(Date.now() - 1_000).toISOString() });
    expect((await door.send('HEAD', token)).status).toBe(410);
    for (const wrong of [randomBytes(32).toString('base64url'), 'short', `${token}x`, '%00'])
      for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const isPatch = method === 'PATCH';
        const answer = isPatch
          ? await door.patch(wrong, 0, randomBytes(1))
          : await door.send(method, wrong, method === 'PUT' ? randomBytes(1) : undefined);
        expect([wrong, method, answer.status]).toEqual([wrong, method, 404]);
      }
  });
});
