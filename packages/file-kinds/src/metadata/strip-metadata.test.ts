import { expect, test } from '@jest/globals';
import { stripMetadata } from './strip-metadata.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** EXIF that says that the picture is turned, and where it was taken. */
const TIFF = hex('4949 2a00 08000000 0200 1201 0300 01000000 06000000 2588 0400 01000000 26000000 00000000').subarray(0, 38);
const PLACE = latin('51 degrees 30 minutes');
const exif = Buffer.concat([TIFF, PLACE]);

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4);
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};
const riff = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(content).length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};

const scan = Buffer.concat([segment(0xda, hex('0001')), hex('12ff0034ffd056')]);
const jpeg = Buffer.concat([
  hex('ffd8'),
  segment(0xe0, latin('JFIF\0').subarray(0, 5)),
  segment(0xe1, Buffer.concat([latin('Exif\0\0'), exif])),
  segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${PLACE}`)),
  segment(0xe2, latin('ICC_PROFILE\0colours')),
  segment(0xed, PLACE),
  segment(0xfe, PLACE),
  segment(0xdb, hex('0011')),
  scan,
  scan,
  hex('ffd9'),
  latin(`film ${PLACE}`),
]);
const png = Buffer.concat([
  hex('89504e470d0a1a0a'),
  chunk('IHDR', Buffer.alloc(13)),
  chunk('tEXt', PLACE),
  chunk('eXIf', exif),
  chunk('IDAT', latin('pixels')),
  chunk('iTXt', PLACE),
  chunk('IEND', Buffer.alloc(0)),
  PLACE,
]);
const webpChunks = Buffer.concat([
  riff('VP8X', hex('0c 000000 000000 000000')),
  riff('VP8 ', latin('pixels!')),
  riff('EXIF', exif),
  riff('XMP ', PLACE),
]);
const webpHead = latin('RIFF\0\0\0\0WEBP');
webpHead.writeUInt32LE(4 + webpChunks.length, 4);
const webp = Buffer.concat([webpHead, webpChunks]);
const gif = Buffer.concat([
  latin('GIF89a'),
  hex('0100 0100 80 00 00 000000 ffffff'),
  hex('21ff0b'),
  latin('NETSCAPE2.0'),
  hex('0301000000'),
  Buffer.concat([hex('21fe'), Buffer.from([PLACE.length]), PLACE, hex('00')]),
  hex('21f9040000000000'),
  hex('2c 0000 0000 0100 0100 00 02 02 4401 00'),
  hex('3b'),
]);

const full = (...content: Buffer[]): Buffer => Buffer.concat([Buffer.alloc(4), ...content]);
const infe = (id: number, type: string, more = ''): Buffer => box('infe', hex('02000000'), hex(`000${id} 0000`), latin(`${type}\0${more}`));
const meta = (at: number): Buffer =>
  box(
    'meta',
    full(
      box('iinf', full(hex('0002'), infe(1, 'av01'), infe(2, 'Exif'))),
      box('iloc', full(hex('4400 0002'), hex('0001 0000 0001'), place(at, 6), hex('0002 0000 0001'), place(at + 6, exif.length))),
    ),
  );
function place(at: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(at);
  bytes.writeUInt32BE(length, 4);
  return bytes;
}
const avifOf = (at: number): Buffer =>
  Buffer.concat([box('ftyp', latin('avif')), meta(at), box('mdat', latin('pixels'), exif), box('uuid', PLACE)]);
const avif = avifOf(avifOf(0).indexOf('pixels'));

const pictures: readonly (readonly [string, Buffer, string])[] = [
  ['image/jpeg', jpeg, '\u0012\u00ff\u00004\u00ff\u00d0V'],
  ['image/png', png, 'IDATpixels'],
  ['image/webp', webp, 'pixels!'],
  ['image/gif', gif, 'NETSCAPE2.0'],
  ['image/avif', avif, 'pixels'],
];

test.each(pictures)('removes the metadata of %s and keeps what draws it', (type, bytes, pixels) => {
  expect(bytes.includes(PLACE)).toBe(true);
  const stripped = stripMetadata(type, bytes)!;
  expect(stripped.includes('degrees')).toBe(false);
  expect(stripped.toString('latin1')).toContain(pixels);
  expect(stripMetadata(type, stripped)).toEqual(stripped);
});

test.each(['image/jpeg', 'image/png', 'image/webp'])('keeps the orientation of %s', (type) => {
  const [, bytes] = pictures.find(([each]) => each === type)!;
  expect(stripMetadata(type, bytes)!.includes(hex('4d4d002a 00000008 0001 0112 0003 00000001 0006'))).toBe(true);
});

test('keeps the colour profile of a JPEG and both scans, and no film after them', () => {
  const stripped = stripMetadata('image/jpeg', jpeg)!;
  expect(stripped.includes('ICC_PROFILE')).toBe(true);
  expect(stripped.indexOf(scan)).not.toBe(stripped.lastIndexOf(scan));
  expect(stripped.subarray(-2)).toEqual(hex('ffd9'));
});

test.each(pictures)('leaves no metadata in any cut of %s', (type, bytes) => {
  const whole = stripMetadata(type, bytes)!.length;
  for (let length = 0; length < bytes.length; length += 1) {
    const stripped = stripMetadata(type, bytes.subarray(0, length));
    if (stripped) expect(stripped.length).toBeLessThanOrEqual(whole);
    if (stripped) expect(stripped.includes('degrees')).toBe(false);
  }
});

test('refuses items outside of the file', () => {
  const at = avif.indexOf(place(avif.indexOf('pixels') + 6, exif.length));
  const outside = Buffer.from(avif);
  outside.writeUInt32BE(avif.length, at);
  expect(stripMetadata('image/avif', outside)).toBeUndefined();
});

test('knows no metadata of other files', () => {
  expect(stripMetadata('image/svg+xml', latin('<svg/>'))).toBeUndefined();
});
