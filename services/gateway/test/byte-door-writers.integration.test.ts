import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { startApi } from './fixtures/api.ts';
import { answerOn, byteDoor, sha256, tus } from './fixtures/byte-door.ts';

const door = byteDoor();

describe('two writers', () => {
  test('one of three writers of the same bytes wins, and the others are 423 or 409', async () => {
    const body = randomBytes(2_000_000);
    const { token, row } = door.library.newUpload(body.length);
    const socket = door.open(token, body.length, body.subarray(0, 1_000_000));
    await door.arrived(token, 1_000_000);
    const others = await Promise.all([
      door.patch(token, 1_000_000, body.subarray(1_000_000)),
      door.send('PUT', token, body),
      door.send('DELETE', token),
    ]);
    expect(others.map(({ status, body: problem }) => [status, problem.code])).toEqual(Array.from({ length: 3 }, () => [423, 'locked']));
    expect(others[0]!.headers.get('retry-after')).toBe('1');
    socket.write(body.subarray(1_000_000));
    await eventually(() => expect(row.status).toBe('checking'));
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
    socket.destroy();
  });

  test('an idle writer gives way to another one, and its bytes stay', async () => {
    const body = randomBytes(500_000);
    const { token, row } = door.library.newUpload(body.length);
    const idle = door.open(token, body.length, body.subarray(0, 200_000));
    const closed = answerOn(idle);
    await door.arrived(token, 200_000);
    await eventually(async () => expect((await door.patch(token, 200_000, body.subarray(200_000))).status).toBe(204), { timeout: 15_000 });
    expect(await closed).toMatch(/^HTTP\/1.1 408 /);
    expect(row.status).toBe('checking');
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
  });

  test('a writer that lost its lease stops and is 423', async () => {
    const body = randomBytes(500_000);
    const { token, row } = door.library.newUpload(body.length);
    const socket = door.open(token, body.length, body.subarray(0, 200_000));
    await door.arrived(token, 200_000);
    row.lease = { holder: 'another gateway', until: Date.now() + 60_000, is_wanted: false };
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 423 /);
    expect(row).toMatchObject({ status: 'receiving', lease: { holder: 'another gateway' } });
  });

  test('a writer whose upload was cancelled stops and is 410', async () => {
    const { token, row } = door.library.newUpload(500_000);
    const socket = door.open(token, 500_000, randomBytes(200_000));
    await door.arrived(token, 200_000);
    Object.assign(row, { status: 'cancelled', lease: undefined });
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 410 /);
  });
});

describe('faults', () => {
  test('bytes that library could not be informed of are handed over by HEAD', async () => {
    const body = randomBytes(10_000);
    const { token, row } = door.library.newUpload(body.length);
    door.library.before = (operation) => {
      if (operation === 'finish') throw new Problem('unavailable', 'library does not answer.', { retry_after_s: 1 });
    };
    expect((await door.send('PUT', token, body)).status).toBe(503);
    expect((await door.send('HEAD', token, undefined, tus)).status).toBe(503);
    expect(row.status).toBe('receiving');
    door.library.before = () => {};
    await eventually(async () => expect((await door.send('HEAD', token, undefined, tus)).status).toBe(200));
    expect(row.status).toBe('checking');
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
  });

  test('an upload without bytes is complete when someone asks', async () => {
    const { token, row } = door.library.newUpload(0);
    expect(await door.offsetOf(token)).toBe(0);
    expect(row).toMatchObject({ status: 'checking', sha256: sha256(Buffer.alloc(0)) });
    expect((await door.bytesOf(token)).length).toBe(0);
  });

  test('a gateway does not continue the digest of bytes that another gateway has replaced', async () => {
    const [former, body] = [randomBytes(3_000), randomBytes(3_000)];
    const { token, row } = door.library.newUpload(body.length);
    expect((await door.patch(token, 0, former.subarray(0, 1_000))).status).toBe(204);
    const other = await startApi({ services: [door.library.service], objects: join(door.folder, 'objects') });
    try {
      const socket = door.open(token, body.length, body.subarray(0, 1_000), other.url);
      await eventually(() => expect(row.lease).toBeDefined());
      await door.arrived(token, 1_000);
      socket.destroy();
      await eventually(() => expect(row.lease).toBeUndefined());
    } finally {
      await other.stop();
    }
    expect((await door.patch(token, 1_000, body.subarray(1_000))).status).toBe(204);
    expect([null, sha256(body)]).toContain(row.sha256);
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
  });

  test('a stop of the gateway ends an upload, which another gateway continues without its digest', async () => {
    const body = randomBytes(400_000);
    const { token, row } = door.library.newUpload(body.length);
    const stopping = await startApi({ services: [door.library.service], objects: join(door.folder, 'objects') });
    const socket = door.open(token, body.length, body.subarray(0, 150_000), stopping.url);
    await door.arrived(token, 150_000);
    const answer = answerOn(socket);
    await stopping.stop();
    expect(await answer).toMatch(/^HTTP\/1.1 503 /);
    expect(row).toMatchObject({ status: 'receiving', lease: undefined });
    expect((await door.patch(token, 150_000, body.subarray(150_000))).status).toBe(204);
    expect(row).toMatchObject({ status: 'checking', sha256: null });
    expect((await door.bytesOf(token)).equals(body)).toBe(true);
  });
});
