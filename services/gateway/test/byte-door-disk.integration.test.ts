import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { objectsOf } from '@space/runtime';
import { type Api, startApi } from './fixtures/api.ts';
import { pathOf, sha256 } from './fixtures/byte-door.ts';
import { stubLibrary } from './fixtures/stub-library.ts';

const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
testAsRoot('a full disk is 503, what arrived is stored, and the upload continues when there is space', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'space-full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  const library = stubLibrary();
  let api: Api | undefined;
  try {
    api = await startApi({ services: [library.service], objects: join(disk, 'objects') });
    const url = `${api.url}`;
    const objects = objectsOf(api.ports);
    await objects.put('filler', Readable.from([randomBytes(4_000_000)]), { content_type: 'a/b' });
    const body = randomBytes(6_000_000);
    const { token, row } = library.newUpload(body.length);
    const full = await fetch(`${url}${pathOf(token)}`, { method: 'PUT', body });
    expect([full.status, ((await full.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    expect(full.headers.get('retry-after')).toBe('2');
    expect(row).toMatchObject({ status: 'receiving', lease: undefined });
    await objects.remove(['filler']);
    const offset = Number((await fetch(`${url}${pathOf(token)}`, { method: 'HEAD' })).headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(body.length);
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    expect((await fetch(`${url}${pathOf(token)}`, { method: 'PATCH', headers, body: body.subarray(offset) })).status).toBe(204);
    await objects.uploads.finish(row.stored!);
    const chunks: Buffer[] = [];
    for await (const chunk of (await objects.get(row.stored!.key))!.body) chunks.push(chunk);
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(body));
    expect([null, sha256(body)]).toContain(row.sha256);
  } finally {
    await api?.stop();
    execFileSync('umount', ['--lazy', disk]);
    await rm(disk, { recursive: true });
  }
});
