import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { assetVariants } from '@space/contracts/uploads';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { deleteObject, lockObject } from '../../library/src/objects/objects.queries.ts';
import { removeUnusedObjects } from '../../library/src/sweep/sweep.ts';
import { variantMaker } from '../src/variants/make-variant.ts';
import { sweepVariants } from '../src/variants/sweep-variants.ts';
import type { Workers } from '../src/worker/workers.ts';
import { useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia({ isIdle: true });

/** Creates a picture and deletes its asset for good: its bytes are there until they are removed. */
async function deletedPicture() {
  const space = media.newSpace();
  const bytes = await jpegWithPlace(120, 90);
  const { id, sha256 } = await space.create('photo.jpg', bytes);
  await space.call(assets, 'delete', { id, permanent: true });
  return { space, bytes, ref: { space_id: space.id, sha256 }, file: { content_type: 'image/jpeg', size: bytes.length } };
}

/** Returns when a statement waits for the end of a transaction. */
const waitUntilOneWaits = (tx: CommonQueryMethods) =>
  eventually(async () =>
    expect(
      await tx.exists(sql.type(z.object({}))`
        select from pg_locks where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid`),
    ).toBe(true),
  );

test('a picture that is removed while a variant is claimed answers that it is gone', async () => {
  const { space, ref, file } = await deletedPicture();
  const removing = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  const removal = media.ports.database.transaction(async function removeInTransaction(tx) {
    await lockObject(tx, ref);
    await deleteObject(tx, ref);
    removing.resolve();
    await isAsked.promise;
    await waitUntilOneWaits(tx);
  });
  await removing.promise;
  const picture = { ...file, sha256: ref.sha256, width: 120, height: 90, focal_point: null };
  const asked = space.call(assetVariants, 'open', { ...picture, asked: { w: 64 }, accepts: ['webp'] });
  const answer = expect(asked).rejects.toMatchObject({ code: 'not_found' });
  isAsked.resolve();
  await Promise.all([removal, answer]);
});

test('a picture that is removed while its variant is made leaves no variant in the store', async () => {
  const { space, bytes, ref, file } = await deletedPicture();
  const workers: Workers = {
    count: 1,
    load: () => 0,
    async run() {
      media.ports.clock.advance(HOUR_MS);
      await removeUnusedObjects(media.ports);
      return bytes as never;
    },
    async stop() {},
  };
  const plan = { crop: { left: 0, top: 0, width: 120, height: 90 }, isCropped: false, width: 64, format: 'webp' as const };
  const made = variantMaker(media.ports, workers)({ ref: { ...ref, name: '64-original.webp' }, content_type: 'image/webp', file, plan });
  await expect(made).rejects.toMatchObject({ code: 'not_found' });
  expect((await media.ports.objects!.list(`v/${space.id}/`)).objects).toEqual([]);
});

test('variants that no row names leave the store after two days, and those with a row stay', async () => {
  media.ports.clock.set(Date.now());
  const space = media.newSpace();
  const store = media.ports.objects!;
  const bytes = await jpegWithPlace(64, 48);
  const { sha256 } = await space.create('photo.jpg', bytes);
  const picture = { sha256, content_type: 'image/jpeg', size: bytes.length, width: 64, height: 48, focal_point: null };
  const { object_key: known } = await space.call(assetVariants, 'open', { ...picture, asked: { w: 64 }, accepts: ['webp'] });
  const orphans = [`v/${space.id}/${sha256}/64-1x1.png`, `v/${space.id}/${'0'.repeat(64)}/64-original.webp`];
  for (const key of orphans) await store.put(key, oneChunk(bytes), { content_type: 'image/webp' });
  const keys = async () => (await store.list(`v/${space.id}/`)).objects.map(({ key }) => key).toSorted();
  await sweepVariants(media.ports);
  expect(await keys()).toEqual([known, ...orphans].toSorted());
  media.ports.clock.advance(3 * DAY_MS);
  await sweepVariants(media.ports);
  expect(await keys()).toEqual([known]);
  const again = await space.call(assetVariants, 'open', { ...picture, asked: { w: 64, ratio: '1:1', f: 'png' }, accepts: [] });
  expect(await store.head(again.object_key)).toMatchObject({ size: again.size });
});

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
