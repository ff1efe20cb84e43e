import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { assetVariants } from '@space/contracts/uploads';
import { eventually } from '@space/runtime/testing';
import sharp from 'sharp';
import { bytesOf, useMedia } from './fixtures/media-service.ts';
import { pictureWithPlace } from './fixtures/pictures.ts';

const media = useMedia();

/** Texts of the metadata of the pictures. */
const privateTexts = ['Ada', 'GPSLatitude', 'http://ns.adobe.com', 'rdf:RDF'];

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).autoOrient().raw().toBuffer();

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s picture is stored without its metadata, and looks the same', async (format) => {
  const { id: space, call } = media.newSpace();
  const bytes = await pictureWithPlace(format);
  expect(bytes.includes('Ada')).toBe(true);
  const given = { name: `photo.${format}`, content_base64: bytes.toString('base64') };
  const whole = await call(assets, 'create', given);
  expect(await bytesOf(media, `s/${space}/${whole.sha256}`)).toEqual(bytes);
  const { sha256, size } = await call(assets, 'create', { ...given, strip_metadata: true });
  const stripped = await bytesOf(media, `s/${space}/${sha256}`);
  expect(stripped).toHaveLength(size);
  for (const text of privateTexts) expect([text, stripped.includes(text)]).toEqual([text, false]);
  expect(await pixelsOf(stripped)).toEqual(await pixelsOf(bytes));
  const facts = await sharp(stripped).metadata();
  expect([facts.xmp, facts.icc]).toEqual([undefined, expect.any(Buffer)]);
});

test.each(['webp', 'jpeg', 'png', 'avif'] as const)('a variant in %s has no metadata of its picture', async (f) => {
  const { call } = media.newSpace();
  const bytes = await pictureWithPlace('jpeg');
  const { id, sha256 } = await call(assets, 'create', { name: 'photo.jpg', content_base64: bytes.toString('base64') });
  const size = await eventually(async () => {
    const { width, height } = await call(assets, 'get', { id });
    expect(width).not.toBeNull();
    return { width: width!, height: height! };
  });
  const picture = { sha256, content_type: 'image/jpeg', size: bytes.length, ...size, focal_point: null };
  const { object_key } = await call(assetVariants, 'open', { ...picture, asked: { w: 64, f }, accepts: [] });
  const variant = await bytesOf(media, object_key);
  const { exif, xmp, iptc } = await sharp(variant).metadata();
  expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined });
  for (const text of privateTexts) expect([text, variant.includes(text)]).toEqual([text, false]);
});

test('a picture whose metadata cannot be removed is refused, and a file that is no picture stays as it is', async () => {
  const { call } = media.newSpace();
  const bytes = await pictureWithPlace('jpeg');
  const create = (name: string, content: Buffer) =>
    call(assets, 'create', { name, content_base64: content.toString('base64'), strip_metadata: true });
  for (const [name, content] of [
    ['cut.jpg', bytes.subarray(0, -10)],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const)
    await expect(create(name, content)).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'strip_metadata', code: 'metadata_not_removable' }] },
    });
  expect(await create('note.txt', Buffer.from('text'))).toMatchObject({ size: 4 });
});
