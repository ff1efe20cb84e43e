import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { assetVariants } from '@space/contracts/uploads';
import { eventually } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import sharp from 'sharp';
import { removeUnusedObjects } from '../../library/src/sweep/sweep.ts';
import { removeUnreadVariants } from '../src/variants/sweep-variants.ts';
import { bytesOf, type MediaSpace, sha256, useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia();

/** Creates a picture and returns the call that opens its variants. */
async function pictureIn(space: MediaSpace, bytes: Buffer) {
  const asset = await space.create('photo.jpg', bytes);
  const read = await eventually(async () => {
    const { width, height } = await space.call(assets, 'get', { id: asset.id });
    expect(width).not.toBeNull();
    return { width: width!, height: height! };
  });
  const file = { sha256: sha256(bytes), content_type: 'image/jpeg', size: bytes.length, ...read };
  return (asked: object, more: object = {}) =>
    space.call(assetVariants, 'open', { ...file, focal_point: null, asked, accepts: ['webp' as const], ...more });
}

test('a variant is smaller, turned, of the format asked for, and without a word of its metadata', async () => {
  const space = media.newSpace();
  const open = await pictureIn(space, await jpegWithPlace(800, 600, 6));
  const variant = await open({ w: 300 });
  expect(variant).toMatchObject({ format: 'webp', content_type: 'image/webp', object_key: expect.stringMatching(/\/384-original\.webp$/) });
  const bytes = await bytesOf(media, variant.object_key);
  expect(sha256(bytes)).toBe(variant.etag);
  const { width, height, exif, orientation, format } = await sharp(bytes).metadata();
  expect({ width, height, exif, orientation, format }).toEqual({
    width: 384,
    height: 512,
    exif: undefined,
    orientation: undefined,
    format: 'webp',
  });
  expect(bytes.includes('Ada')).toBe(false);
});

test('a crop has the ratio and contains the focal point', async () => {
  const space = media.newSpace();
  const open = await pictureIn(space, await jpegWithPlace(800, 400));
  const colour = async (focal_point: { x: number; y: number } | null) => {
    const { object_key } = await open({ w: 256, ratio: '9:16', f: 'png' }, { focal_point });
    const { data, info } = await sharp(await bytesOf(media, object_key))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width / info.height).toBeCloseTo(9 / 16, 1);
    return [data[0]! > 200, data[2]! > 200];
  };
  expect(await colour({ x: 0, y: 0.5 })).toEqual([true, false]);
  expect(await colour({ x: 1, y: 0.5 })).toEqual([false, true]);
});

test('many requests for one variant make it once, and none is larger than the picture', async () => {
  const space = media.newSpace();
  const open = await pictureIn(space, await jpegWithPlace(500, 300));
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => open({ w: at % 2 ? 828 : 2_560, f: 'jpeg' })));
  expect(new Set(answers.map(({ etag, object_key }) => `${etag} ${object_key}`)).size).toBe(1);
  expect((await sharp(await bytesOf(media, answers[0]!.object_key)).metadata()).width).toBe(500);
  expect((await media.ports.objects!.list(`v/${space.id}/`)).objects).toHaveLength(1);
});

test('auto is AVIF only if it is there already, and JPEG for readers that know neither', async () => {
  const space = media.newSpace();
  const open = await pictureIn(space, await jpegWithPlace(100, 100));
  const all = { accepts: ['avif', 'webp'] };
  expect(await open({ w: 64 }, all)).toMatchObject({ format: 'webp' });
  expect(await open({ w: 64 }, { accepts: [] })).toMatchObject({ format: 'jpeg' });
  expect(await open({ w: 64, f: 'avif' })).toMatchObject({ format: 'avif' });
  expect(await open({ w: 64 }, all)).toMatchObject({ format: 'avif' });
});

test('variants leave the store 30 days after their last request, and with their picture', async () => {
  const space = media.newSpace();
  const bytes = await jpegWithPlace(90, 90);
  const open = await pictureIn(space, bytes);
  const { object_key } = await open({ w: 64 });
  media.ports.clock.advance(31 * DAY_MS);
  expect(await removeUnreadVariants(media.ports)).toBeGreaterThan(0);
  expect(await media.ports.objects!.head(object_key)).toBeUndefined();
  expect((await open({ w: 64 })).object_key).toBe(object_key);
  const [asset] = (await space.call(assets, 'list', {})).data;
  await space.call(assets, 'delete', { id: asset!.id, permanent: true });
  media.ports.clock.advance(DAY_MS);
  await removeUnusedObjects(media.ports);
  expect(await media.ports.objects!.head(object_key)).toBeUndefined();
  await expect(open({ w: 128 })).rejects.toMatchObject({ code: 'not_found' });
});
