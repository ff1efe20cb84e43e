import { expect, test } from '@jest/globals';
import { assets, assetUploads } from '@space/contracts/assets';
import { folders } from '@space/contracts/library';
import { libraryRemoval } from '@space/contracts/platform';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import { storeObject } from '../src/objects/store-object.ts';
import { removeUnusedObjects, sweepObjects } from '../src/sweep/sweep.ts';
import { base64, newUpload, senderTo, sha256, useLibraryService } from './fixtures/library-service.ts';

const QUOTA = 1_000;
const service = useLibraryService({ SPACE_ASSET_QUOTA_BYTES: String(QUOTA) });

const keysOf = async (space: string) => (await service.store.list(`s/${space}/`)).objects.map(({ key }) => key.split('/').at(-1));

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('of ten creations at the same time that exceed the quota together as many succeed as have room', async () => {
  const { call } = service.newSpace();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => call(assets, 'create', { name: `${at}.bin`, content_base64: base64(Buffer.alloc(300, at + 1)) })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])))).toEqual(new Set(['limit_reached']));
  const [one] = (await call(assets, 'list', {})).data;
  await call(assets, 'delete', { id: one!.id, permanent: true });
  await call(assets, 'create', { name: 'again.bin', content_base64: base64(Buffer.alloc(300, 99)) });
  await expect(call(assetUploads, 'create', { name: 'a.bin', size: 300 })).rejects.toMatchObject({ code: 'limit_reached' });
});

test('a creation that is refused leaves no bytes: for lack of room it stores none, and otherwise they go in a minute', async () => {
  const { id: space, call } = service.newSpace();
  await call(assets, 'create', { name: 'a.bin', content_base64: base64(Buffer.alloc(900, 1)) });
  await expect(call(assets, 'create', { name: 'b.bin', content_base64: base64(Buffer.alloc(900, 2)) })).rejects.toMatchObject({
    code: 'limit_reached',
  });
  expect(await keysOf(space)).toHaveLength(1);
  const folder = await call(folders, 'create', { name: 'Gone' });
  await call(folders, 'delete', { id: folder.id });
  await expect(
    call(assets, 'create', { name: 'c.bin', content_base64: base64(Buffer.alloc(50, 3)), folder_id: folder.id }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(await keysOf(space)).toHaveLength(2);
  service.ports.clock.advance(2 * MINUTE_MS);
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space)).toHaveLength(1);
});

test('ten creations of the same bytes count once, and their object stays until the last of them is gone', async () => {
  const { id: space, call } = service.newSpace();
  const content_base64 = base64(Buffer.alloc(400, 7));
  const made = await Promise.all(Array.from({ length: 10 }, (_, at) => call(assets, 'create', { name: `${at}.bin`, content_base64 })));
  expect(await keysOf(space)).toHaveLength(1);
  const ids = made.map(({ id }) => id);
  await call(assets, 'delete_bulk', { ids: ids.slice(1), permanent: true });
  service.ports.clock.advance(49 * HOUR_MS);
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space)).toHaveLength(1);
  await call(assets, 'delete', { id: ids[0]!, permanent: true });
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space)).toHaveLength(1);
  service.ports.clock.advance(2 * MINUTE_MS);
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space)).toEqual([]);
});

test('an object of a process that was killed before its row goes after 48 hours, unless an asset gets it', async () => {
  const { id: space_id, call } = service.newSpace();
  const files = ['lost', 'used'].map((text) => ({ text, bytes: Buffer.from(text), ref: { space_id, sha256: sha256(text) } }));
  for (const { bytes, ref } of files) await storeObject(service.ports, ref, { size: bytes.length, content_type: 'text/plain' }, { bytes });
  service.ports.clock.advance(47 * HOUR_MS);
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space_id)).toHaveLength(2);
  await call(assets, 'create', { name: 'used.txt', content_base64: base64('used') });
  service.ports.clock.advance(2 * HOUR_MS);
  await removeUnusedObjects(service.ports);
  expect(await keysOf(space_id)).toEqual([sha256('used')]);
});

test('a sweep removes objects and bytes of uploads that no row names, and no others', async () => {
  service.ports.clock.set(Date.now());
  const space = service.newSpace();
  const { sha256: known } = await space.newAsset('a.txt', 'known');
  const upload = await newUpload(space, Buffer.from('text'));
  const put = (key: string) => service.store.put(key, once(Buffer.from('x')), { content_type: 'text/plain' });
  await put(`s/${space.id}/${sha256('unknown')}`);
  await put(`u/${upload.id}/body`);
  await put('u/upl_unknown/body');
  await sweepObjects(service.ports);
  expect((await keysOf(space.id)).toSorted()).toEqual([known, sha256('unknown')].toSorted());
  service.ports.clock.advance(49 * HOUR_MS);
  await sweepObjects(service.ports);
  expect(await keysOf(space.id)).toEqual([known]);
  expect(await service.store.head('u/upl_unknown/body')).toBeUndefined();
});

test('a use that begins while the sweeper removes the same bytes stores them again', async () => {
  const { id: space_id, call } = service.newSpace();
  for (let round = 0; round < 10; round += 1) {
    const text = `text ${round}`;
    await storeObject(
      service.ports,
      { space_id, sha256: sha256(text) },
      { size: text.length, content_type: 'text/plain' },
      {
        bytes: Buffer.from(text),
      },
    );
    service.ports.clock.advance(49 * HOUR_MS);
    const [asset] = await Promise.all([
      call(assets, 'create', { name: `${round}.txt`, content_base64: base64(text) }),
      removeUnusedObjects(service.ports),
    ]);
    expect(await service.store.head(`s/${space_id}/${asset.sha256}`)).toMatchObject({ size: text.length });
  }
});

test('a Space that is deleted leaves no row, object or upload', async () => {
  const space = service.newSpace();
  const other = service.newSpace();
  await other.newAsset('a.txt', 'other');
  await space.newAsset('a.txt', 'one', { folder_path: 'A/B' });
  await space.newAsset('b.txt', 'two');
  const upload = await newUpload(space, Buffer.from('text'));
  await senderTo(service, space).send(upload, Buffer.from('text'));
  for (let round = 0; ; round += 1) {
    const { is_done } = await space.call(libraryRemoval, 'remove', {});
    if (is_done) break;
    expect(round).toBeLessThan(50);
  }
  expect(await keysOf(space.id)).toEqual([]);
  expect((await service.store.list(`u/${upload.id}`)).objects).toEqual([]);
  expect((await space.call(assets, 'list', { include_total: true })).total).toBe(0);
  expect(await keysOf(other.id)).toHaveLength(1);
});
