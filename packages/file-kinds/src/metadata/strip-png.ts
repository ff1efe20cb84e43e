import { crc32 } from 'node:zlib';
import { assertInside } from './broken-picture.ts';
import { exifOf, readOrientation } from './orientation.ts';
import { retainedParts } from './retained-parts.ts';

/** The chunks by which a picture is drawn, with those of animations. */
const needed = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT pHYs bKGD hIST sPLT acTL fcTL fdAT'.split(' '));

const SIGNATURE_BYTES = 8;

/** Returns the parts of a PNG picture without metadata. What follows the picture is left out. */
export function stripPng(bytes: Buffer): readonly Buffer[] {
  const parts = retainedParts(bytes);
  parts.retain(0, SIGNATURE_BYTES);
  let orientation = 1;
  for (let at = SIGNATURE_BYTES; ; ) {
    assertInside(bytes, at, at + 12);
    const end = at + 12 + bytes.readUInt32BE(at);
    assertInside(bytes, at, end);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') orientation = readOrientation(bytes.subarray(at + 8, end - 4));
    // It may stand after the pixels.
    if (type === 'IEND' && orientation !== 1) parts.add(chunk('eXIf', exifOf(orientation)));
    if (needed.has(type)) parts.retain(at, end);
    if (type === 'IEND') return parts.all();
    at = end;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
