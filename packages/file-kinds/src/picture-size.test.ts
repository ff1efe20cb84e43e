import { expect, test } from '@jest/globals';
import { readPictureSize } from './picture-size.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each<[string, Buffer, number, number]>([
  ['image/png', hex('89504e470d0a1a0a 0000000d 49484452 00000140 000000c8 08060000'), 320, 200],
  ['image/gif', hex('474946383961 4001 c800 00'), 320, 200],
  ['image/jpeg', hex('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 00c8 0140 03'), 320, 200],
  ['image/webp', hex('52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 c70000'), 320, 200],
  ['image/avif', hex('00000014 69737065 00000000 00000140 000000c8'), 320, 200],
])('reads the size of %s', (type, bytes, width, height) => {
  expect(readPictureSize(type, bytes)).toEqual({ width, height });
});

test.each(['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif', 'text/plain'])(
  'finds no size in broken bytes of %s',
  (type) => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(40), Buffer.from('ffd8ffe0'.repeat(20), 'hex')])
      expect(readPictureSize(type, bytes)).toBeUndefined();
  },
);
