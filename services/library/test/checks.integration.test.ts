import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { assets, assetUploads } from '@space/contracts/assets';
import { createWriter } from '@space/event-log';
import type { ObjectStore } from '@space/object-store';
import { MINUTE_MS } from '@space/time';
import { removeUnusedObjects } from '../src/sweep/sweep.ts';
import { checkUpload } from '../src/uploads/check-upload.ts';
import { claimChecks, type UploadRow } from '../src/uploads/uploads.queries.ts';
import { base64, newUpload, senderTo, sha256, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService({}, true);

class Killed extends Error {}

/** A store that fails with its nth call: before the call has an effect, or after it. `calls` counts them. */
function failingStore(store: ObjectStore, nth: number, isAfter: boolean): { readonly store: ObjectStore; calls(): number } {
  let calls = 0;
  const failing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name) as unknown;
        if (name === 'uploads') return failing(value as object);
        if (typeof value !== 'function') return value;
        return async function call(...args: unknown[]) {
          calls += 1;
          const isFailing = calls === nth;
          if (isFailing && !isAfter) throw new Killed();
          const answer: unknown = await Reflect.apply(value, of, args);
          if (isFailing) throw new Killed();
          return answer;
        };
      },
    });
  return { store: failing(store), calls: () => calls };
}

/** Claims the check of one upload. */
async function claim(id: string): Promise<UploadRow> {
  const rows = await claimChecks(service.ports.database, '2999-01-01T00:00:00.000Z', '1999-01-01T00:00:00.000Z', 100);
  return rows.find((row) => row.id === id)!;
}

test.each([
  ['before', false, null],
  ['after', true, null],
  ['before', false, 'gateway'],
  ['after', true, 'gateway'],
] as const)(
  'a check that is killed %s any call of the store makes one asset in the end (%s, hash of %s)',
  async (_when, isAfter, hashBy) => {
    const space = service.newSpace();
    const writer = createWriter('library', service.ports);
    let steps = 0;
    for (let nth = 1; ; nth += 1) {
      const bytes = randomBytes(50);
      const upload = await newUpload(space, bytes, { name: `${nth}.bin` });
      await senderTo(service, space).send(upload, bytes, hashBy && sha256(bytes));
      const failing = failingStore(service.store, nth, isAfter);
      const outcome = await checkUpload(
        { ...service.ports, objects: failing.store },
        writer,
        await claim(upload.id),
        'http://localhost',
      ).catch((error: unknown) => error);
      if (outcome !== undefined) expect(outcome).toBeInstanceOf(Killed);
      expect((await space.call(assetUploads, 'get', { id: upload.id })).status).toBe(outcome === undefined ? 'ready' : 'checking');
      if (outcome !== undefined) await checkUpload(service.ports, writer, await claim(upload.id), 'http://localhost');
      expect(await space.call(assetUploads, 'get', { id: upload.id })).toMatchObject({ status: 'ready' });
      expect(await service.store.head(`s/${space.id}/${sha256(bytes)}`)).toMatchObject({ size: 50 });
      steps = nth;
      if (failing.calls() < nth) break;
    }
    expect(steps).toBeGreaterThan(4);
    expect((await space.call(assets, 'list', {})).data).toHaveLength(steps);
    expect(await space.events('asset_created')).toHaveLength(steps);
  },
);

test('two processes that check one upload make one asset', async () => {
  const space = service.newSpace();
  const writer = createWriter('library', service.ports);
  const upload = await newUpload(space, Buffer.from('text'));
  await senderTo(service, space).send(upload, Buffer.from('text'));
  const row = await claim(upload.id);
  await Promise.allSettled([0, 1, 2].map(() => checkUpload(service.ports, writer, row, 'http://localhost')));
  await checkUpload(service.ports, writer, row, 'http://localhost').catch(() => {});
  expect((await space.call(assets, 'list', {})).data).toHaveLength(1);
  expect(await space.events('asset_created')).toHaveLength(1);
});

test('the bytes of an upload stay for the next try when the rows of its asset cannot be written', async () => {
  const space = service.newSpace();
  const writer = createWriter('library', service.ports);
  const upload = await newUpload(space, Buffer.from('text'));
  await senderTo(service, space).send(upload, Buffer.from('text'));
  const failing: typeof writer = { ...writer, write: () => Promise.reject(new Killed()) };
  await expect(checkUpload(service.ports, failing, await claim(upload.id), 'http://localhost')).rejects.toBeInstanceOf(Killed);
  service.ports.clock.advance(10 * MINUTE_MS);
  await removeUnusedObjects(service.ports);
  await checkUpload(service.ports, writer, await claim(upload.id), 'http://localhost');
  expect(await space.call(assetUploads, 'get', { id: upload.id })).toMatchObject({ status: 'ready' });
});

test('an upload whose bytes are gone is rejected as unreadable', async () => {
  const space = service.newSpace();
  const upload = await newUpload(space, Buffer.from('text'));
  await senderTo(service, space).send(upload, Buffer.from('text'));
  const writer = createWriter('library', service.ports);
  const row = await claim(upload.id);
  await service.store.uploads.abort(row.stored!);
  await checkUpload(service.ports, writer, row, 'http://localhost');
  expect(await space.call(assetUploads, 'get', { id: upload.id })).toMatchObject({ status: 'rejected', reason: 'unreadable' });
  expect(await space.call(assets, 'create', { name: 'a.txt', content_base64: base64('text') })).toMatchObject({ size: 4 });
});
